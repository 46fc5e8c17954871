/** What people press, and the call of every minute. Forked, this is a site that a test can kill. */
import { submitBooking } from '@/app/(site)/booking/actions'
import { answerOffer } from '@/app/(site)/offer/[token]/actions'
import { changeBookings } from '@/app/admin/_requests/status/actions'
import { POST } from '@/app/api/tasks/route'
import { signIn } from '@/app/login/actions'
import { Browser, formOf } from '@/scripts/in-process'

type Entries = Record<string, string>
const idle = { status: 'idle' } as const

const acts = {
  book: (entries: Entries) => submitBooking(idle, formOf(entries)),
  accept: (entries: Entries) => answerOffer(idle, formOf(entries)),
  confirm: changeBookings,
  async tasks() {
    const headers = { authorization: `Bearer ${process.env.OUTBOX_SECRET}` }
    return (await POST(new Request('http://localhost/api/tasks', { method: 'POST', headers }))).status
  },
}
export type Act = keyof typeof acts

/** `onAnswer` gets the answer before the work that the action has put off until then. */
export function runAct(
  browser: Browser,
  act: Act,
  input: unknown,
  onAnswer: (answer: unknown) => void,
  send?: typeof fetch,
): Promise<void> {
  return browser.run(async () => onAnswer(await acts[act](input as never)), send)
}

if (import.meta.filename === process.argv[1]) {
  const newBrowser = () => new Browser('http://localhost:3000', fetch)
  const own = newBrowser()
  const serve = async ([act, input]: [Act | 'signIn', unknown]) => {
    if (act === 'signIn') await own.follow(() => signIn(idle, formOf(input as Entries)))
    else {
      const browser = act === 'tasks' ? newBrowser() : own
      await runAct(browser, act, input, (answer) => process.send?.({ answer }))
    }
    process.send?.('ended')
  }
  process.on('message', (asked: [Act, unknown]) => void serve(asked))
  process.send?.('ready')
}
