import { Alert } from '@/components/ui/alert'
import { OUTLOOK_DAYS, type Shortage } from '@/lib/availability/schedule'
import { KeepPrevious } from '../_components/keep-previous'
import type { Read } from '../queries'

/** Says that visitors can hardly book, why, and where that is put right. */
export function ShortageBanner({ data: shortage, failure }: Read<Shortage | null>) {
  return (
    <KeepPrevious failed={failure !== null}>{shortage && <Banner {...explain(shortage)} />}</KeepPrevious>
  )
}

function Banner({ problem, fix, target }: ReturnType<typeof explain>) {
  return (
    <Alert className="text-sm">
      {problem}{' '}
      <a href={target} className="font-semibold text-brand underline underline-offset-3">
        {fix}
      </a>
    </Alert>
  )
}

function explain({ free, taken, off }: Shortage) {
  const soon = `in the next ${OUTLOOK_DAYS} days`
  const add = { fix: 'Add availability', target: '#availability' }
  const enable = { fix: 'Enable times', target: '#recurring' }
  if (free > 0) {
    const rest = [taken && `${taken} taken`, off && `${off} switched off`].filter(Boolean).join(', ')
    const problem = `Only ${free === 1 ? '1 time' : `${free} times`} can be booked ${soon}${rest && ` (${rest})`}.`
    return { problem, ...(off > taken ? enable : add) }
  }
  if (taken + off === 0) return { problem: `Nobody can book: no times are set ${soon}.`, ...add }
  if (taken === 0) return { problem: `Nobody can book: every time ${soon} is switched off.`, ...enable }
  if (off === 0) return { problem: `Nobody can book: every time ${soon} is taken.`, ...add }
  return {
    problem: `Nobody can book: of the times ${soon}, ${taken} are taken and ${off} are switched off.`,
    ...(off > taken ? enable : add),
  }
}
