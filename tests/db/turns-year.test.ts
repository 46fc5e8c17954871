import { expect, test } from 'vitest'
import { onPostgres } from './databases'
import { book, dateIn, inquire } from './fixtures'
import { KEY } from './mails'
import { admin } from './test-database'
import { useTurns } from './turns'

/** What is done so many hours later, and what a person notes of it. */
type Step = [hours: number, done: string, notes: 'answers' | 'asks' | 'ends' | 'reopens' | 'nothing']
/** What becomes of a request after it came in. */
const ofBoth: Step[][] = [
  [],
  [[3, 'say answer', 'answers']],
  [[30, 'answered another way', 'answers']],
  [
    [9, 'answered another way', 'answers'],
    [1, 'undo answered', 'reopens'],
  ],
  [
    [20, 'mail propose', 'answers'],
    [0, 'undo reply', 'reopens'],
    [20, 'say answer', 'answers'],
  ],
  [
    [2, 'say propose', 'answers'],
    [90, 'say follow_up', 'nothing'],
  ],
  [
    [2, 'say propose', 'answers'],
    [50, 'they answered', 'asks'],
    [25, 'answered another way', 'answers'],
  ],
  [
    [2, 'say propose', 'answers'],
    [50, 'they answered, they answered', 'asks'],
  ],
  [
    [2, 'say answer', 'answers'],
    [50, 'they answered', 'asks'],
    [1, 'undo they answered', 'ends'],
  ],
  [
    [6, 'no answer needed', 'ends'],
    [99, 'say answer', 'nothing'],
  ],
  [[8, 'erase', 'ends']],
  [
    [8, 'say answer', 'answers'],
    [9, 'erase', 'nothing'],
  ],
  [
    [4, 'offer, send', 'answers'],
    [70, 'accept', 'nothing'],
    [30, 'say answer', 'nothing'],
  ],
  [
    [4, 'offer', 'answers'],
    [0, 'undo offer', 'reopens'],
  ],
]
const ofCalls: Step[][] = [
  [[23, 'confirm', 'answers']],
  [
    [5, 'confirm', 'answers'],
    [0, 'to pending', 'reopens'],
    [40, 'cancel', 'answers'],
  ],
  [
    [5, 'confirm', 'answers'],
    [60, 'visitor moves', 'asks'],
    [4, 'confirm', 'answers'],
  ],
  [
    [5, 'visitor moves', 'nothing'],
    [4, 'move', 'nothing'],
    [30, 'confirm', 'answers'],
  ],
  [
    [5, 'mail a time, send', 'answers'],
    [60, 'visitor moves', 'nothing'],
  ],
  [
    [5, 'close, told', 'answers'],
    [60, 'visitor moves', 'asks'],
  ],
  [
    [5, 'close, told', 'answers'],
    [60, 'open', 'reopens'],
  ],
  [[5, 'visitor cancels', 'ends']],
]
const ofMessages: Step[][] = [
  [[23, 'read, replied', 'answers']],
  [[23, 'archive', 'ends']],
  [
    [23, 'archive', 'nothing'],
    [0, 'read', 'nothing'],
  ],
  [
    [5, 'replied', 'answers'],
    [60, 'archive', 'nothing'],
    [50, 'they answered', 'asks'],
  ],
]

onPostgres((db) => {
  const { it, slots, does } = useTurns(db)

  test('the figures of a year are what a person counts', async () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
    /** How many hours ago each question was asked and answered, null while it was not. */
    const questions: { asked: number; answered: number | null }[] = []
    const stories = [
      ...[...ofBoth, ...ofCalls].map((steps) => ['booking', steps] as const),
      ...[...ofBoth, ...ofMessages].map((steps) => ['inquiry', steps] as const),
    ]
    for (const [nth, [kind, steps]] of stories.entries()) {
      const email = `person${nth}@example.com`
      it.kind = kind
      it.email = email
      it.day = await dateIn(db, 20 + nth)
      it.other = await dateIn(db, 200 + nth)
      it.id = (
        kind === 'booking'
          ? await book(db, { email, date: it.day, slot: slots.nine, siteKey: KEY })
          : await inquire(db, { email, siteKey: KEY })
      ).id
      const own: typeof questions = [{ asked: 0, answered: null }]
      const later = async (hours: number) => {
        await db.rows(
          `update private.waits set asked_at = asked_at - make_interval(hours => $2), answered_at = answered_at - make_interval(hours => $2)
           where request_id = $1`,
          ...[it.id, hours],
        )
        for (const question of own) {
          question.asked += hours
          if (question.answered !== null) question.answered += hours
        }
      }
      for (const [hours, done, notes] of steps) {
        await later(hours)
        await does(done)
        const last = own.at(-1)
        if (notes === 'ends') own.pop()
        else if (notes === 'asks') own.push({ asked: 0, answered: null })
        else if (last && notes !== 'nothing') last.answered = notes === 'answers' ? 0 : null
      }
      await later(random(7000))
      questions.push(...own)
    }

    const now = await db.value<string>(
      `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    )
    const monthOf = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'Pacific/Auckland',
      year: 'numeric',
      month: '2-digit',
    })
    const months = new Map<string, typeof questions>()
    for (const question of questions) {
      const month = monthOf.format(Date.parse(now) - question.asked * 3_600_000)
      months.set(month, [...(months.get(month) ?? []), question])
    }
    const counted = [...months].map(([month, own]) => {
      const minutes = own
        .map(({ asked, answered }) => (asked - (answered ?? 0)) * 60)
        .toSorted((a, b) => a - b)
      const minutesAt = (place: number) => minutes[Math.floor(place)] ?? 0
      return {
        month,
        asked: own.length,
        in_time: own.filter(({ asked, answered }) => answered !== null && asked - answered <= 24).length,
        median_minutes: (minutesAt((own.length - 1) / 2) + minutesAt(own.length / 2)) / 2,
        worst_minutes: minutes.at(-1),
        unanswered: own.filter(({ answered }) => answered === null).length,
      }
    })
    expect(counted.length).toBeGreaterThan(7)
    expect(
      await db.rowsAs(admin, 'select * from public.get_answer_times() where asked > 0 order by month'),
    ).toEqual(counted.toSorted((a, b) => (a.month < b.month ? -1 : 1)))
  })
})
