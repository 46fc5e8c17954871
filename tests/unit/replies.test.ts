import { describe, expect, test } from 'vitest'
import { formatAmount, formatCents } from '@/lib/money'
import { place, placeTime } from '@/lib/content/place'
import { mailReply, openedText } from '@/lib/booking/mailto'
import { replies } from '@/lib/content/replies'
import { changeTime, linkTimes, type ReplyFacts, timeLine, writeReply } from '@/lib/requests/letters'
import { site } from '@/lib/content/studio'
import type { TimeSlot } from '@/lib/booking/slots'
import { withQuote } from '@/lib/quote'
import { fittingKinds, linkedTimes, proposalPath, shareTimes, suggestTimes } from '@/lib/requests/replies'
import type { Booking, Inquiry } from '@/lib/requests/request'
import { ERASED_EMAIL, type ReplyKind, replyKinds } from '@/lib/statuses'

const call: Booking = {
  type: 'booking',
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  name: 'Ana Ngata',
  email: 'ana@example.com',
  message: 'A shop for kelp',
  created_at: '2026-11-20T00:00:00Z',
  revision: 0,
  status: 'pending',
  date: '2026-12-01',
  start_time: '09:00',
  end_time: '09:30',
}
const { date, start_time, end_time, ...person } = call
const message: Inquiry = { ...person, type: 'inquiry', status: 'new' }
const now = Date.parse('2026-11-23T00:00:00Z')
const over = Date.parse('2026-12-02T00:00:00Z')
const link = 'https://studio.test/booking/manage/token'
const offer = {
  version: 1,
  valid_until: '2026-12-07',
  ended_reason: null,
  words: null,
  url: 'https://studio.test/offer/token',
}
const facts: ReplyFacts = { name: call.name, call, where: null, link, times: [], offer }
const slot = (date: string, start_time: string, id = `${date} ${start_time}`) => ({
  date,
  id,
  start_time,
  end_time: `${start_time.slice(0, 2)}:30`,
})

describe('the fitting kinds of reply for', () => {
  test.each([
    ['a pending call', call, now, ['confirm', 'propose', 'decline', 'answer']],
    ['a confirmed call', { ...call, status: 'confirmed' as const }, now, ['propose', 'decline', 'answer']],
    ['a cancelled call', { ...call, status: 'cancelled' as const }, now, ['propose', 'answer']],
    ['a held call', { ...call, status: 'confirmed' as const }, over, ['propose', 'answer', 'after_call']],
    ['a past call without a confirmation', call, over, ['propose', 'answer']],
    ['a message', message, now, ['propose', 'decline', 'answer']],
    ['an erased person', { ...message, email: ERASED_EMAIL }, now, []],
    [
      'a visitor silent for 72 hours',
      {
        ...message,
        status: 'replied' as const,
        theirs_from: '2026-11-19T23:59:00Z',
        ours_from: 'infinity',
        over_from: 'infinity',
      },
      now,
      ['propose', 'decline', 'answer', 'follow_up'],
    ],
    [
      'a visitor silent for a little less',
      {
        ...message,
        status: 'replied' as const,
        theirs_from: '2026-11-20T00:01:00Z',
        ours_from: 'infinity',
        over_from: 'infinity',
      },
      now,
      ['propose', 'decline', 'answer'],
    ],
  ])('%s', (_, request, at, kinds) => expect(fittingKinds(request, at)).toEqual(kinds))
})

describe('the text', () => {
  test.each(replyKinds.flatMap((kind) => [[kind, call] as const, [kind, null] as const]))(
    '%s: greets by name, signs, has no gap, and a subject of one line (%o)',
    (kind, about) => {
      const { subject, body: draft, gap } = writeReply(kind, { ...facts, call: about, link: about && link })
      // The admin's own words, in the place that the draft leaves free.
      const body = gap === null ? draft : `${draft.slice(0, gap)}We can.${draft.slice(gap)}`
      expect(body).toMatch(new RegExp(`^${place.letters.greeting} Ana,\n\n\\S`))
      expect(body.endsWith(site.name)).toBe(true)
      expect(body).not.toMatch(/undefined|null|\n{3}/)
      expect(subject).toMatch(/^[^\n]{3,100}$/)
      expect(replies.sample).toBe(true)
    },
  )

  test('a reply about an offer has its link and last day; about a withdrawn one the reason and no link', () => {
    const { subject, body } = writeReply('offer', facts)
    expect(subject).toBe('Our offer to you')
    expect(body).toContain(offer.url)
    expect(body).toContain(`Valid until: the end of Monday 7 December 2026, ${placeTime}`)
    const gone = writeReply('offer_withdrawn', { ...facts, offer: { ...offer, ended_reason: 'We are ill.' } })
    expect(gone.subject).toBe('Our offer no longer holds')
    expect(gone.body).toContain('Why: We are ill.')
    expect(gone.body).not.toContain(offer.url)
  })

  test('a reply’s `mailto:` keeps the whole link of an offer, whatever the names are', () => {
    const url = `https://studio.test/offer/${'a'.repeat(36)}.${'b'.repeat(43)}`
    const text = writeReply('offer', {
      ...facts,
      name: '界'.repeat(100),
      offer: { ...offer, version: 12, url },
    })
    const href = mailReply(`${'a'.repeat(64)}@${'b'.repeat(180)}.nz`, text, '')
    expect(href.length).toBeLessThanOrEqual(1_900)
    expect(new URL(href).searchParams.get('body')).toContain(url)
  })

  test('a reply that confirms a call has the studio’s time, and says how to change the call', () => {
    const { body, subject } = writeReply('confirm', { ...facts, where: 'The café' })
    expect(body).toContain(
      `Tuesday 1 December 2026, 9:00 am to 9:30 am ${place.zoneNames.summer} (${placeTime})\nWhere: The café`,
    )
    expect(body).toContain(link)
    expect(subject).toBe(`Your call on Tue 1 Dec, 9:00 am ${place.zoneNames.summer}`)
    expect(writeReply('confirm', facts).body).not.toContain('Where')
  })

  test('a reply above the site’s facts about a call has no time, location or link of its own', () => {
    const { body } = writeReply('confirm', { ...facts, where: 'The café', isAboveFacts: true })
    expect(body).toContain('It is confirmed.')
    for (const fact of ['9:00', 'The café', link]) expect(body).not.toContain(fact)
  })

  test('a reply’s draft leaves a line for the admin’s words only if the kind of reply needs one', () => {
    const written = (kind: ReplyKind, about: Booking | null) => {
      const { body, gap } = writeReply(kind, { ...facts, call: about, link: null })
      return gap === null ? null : [body.slice(0, gap), body.slice(gap)]
    }
    const end = `\n\n${place.letters.closing},\n${site.name}`
    expect(written('answer', null)).toEqual([
      `${place.letters.greeting} Ana,\n\nThank you for writing.\n\n`,
      end,
    ])
    const [before, after] = written('after_call', call) ?? []
    expect(before).toMatch(/\n\nWhat happens next:\n\n$/)
    expect(after).toMatch(/^\n\nReply to this email/)
    for (const kind of replyKinds.filter((kind) => kind !== 'answer' && kind !== 'after_call'))
      expect(written(kind, call), kind).toBeNull()
  })

  test('a reply to a visitor with a booking thanks them for the booking, and names the call’s time', () => {
    for (const kind of ['answer', 'follow_up'] as const)
      expect(writeReply(kind, facts).body).toContain('\n\nThis is about our call:\nTuesday 1 December 2026')
    const { body } = writeReply('answer', facts)
    expect(body).toContain('Thank you for booking a call with us.')
    expect(body).not.toContain('Thank you for writing')
  })

  test('a reply to a visitor who has not answered names the call or the message', () => {
    const aboutCall = writeReply('follow_up', facts)
    expect(aboutCall.subject).toBe(`About our call on Tue 1 Dec, 9:00 am ${place.zoneNames.summer}`)
    expect(aboutCall.body).toContain(
      `some days ago about our call on Tue 1 Dec, 9:00 am ${place.zoneNames.summer}, and`,
    )
    const aboutMessage = writeReply('follow_up', { ...facts, call: null, wroteOn: '2026-11-20' })
    expect(aboutMessage.subject).toBe('About your message of Friday 20 November 2026')
    expect(aboutMessage.body).toContain('some days ago about your message of Friday 20 November 2026, and')
  })

  test('a reply that proposes times after a missed call begins with a sorry, in the past tense', () => {
    const { body } = writeReply('propose', { ...facts, isOver: true })
    expect(body).toContain(
      `${place.letters.greeting} Ana,\n\nWe are sorry: we could not make our call on Tue 1 Dec, 9:00 am ${place.zoneNames.summer}.\n\n`,
    )
    expect(body).not.toContain('cannot make it')
    expect(writeReply('propose', facts).body).toContain(
      `we cannot make it on Tue 1 Dec, 9:00 am ${place.zoneNames.summer}.`,
    )
  })

  test.each([
    ['confirmed', true],
    ['cancelled', true],
    ['cancelled', false],
  ] as const)('a reply about a %s call admits no fault that we do not have (over: %s)', (status, isOver) => {
    const { body } = writeReply('propose', { ...facts, call: { ...call, status }, isOver })
    expect(body).toContain(
      `This is about our call on Tue 1 Dec, 9:00 am ${place.zoneNames.summer}. Shall we find another time?`,
    )
    expect(body).not.toContain('sorry')
  })

  test('the text of proposed times promises a confirmed call only on the page of a call ahead', () => {
    const times = [{ ...slot('2026-12-02', '09:00'), link }]
    expect(writeReply('propose', { ...facts, times }).body).toContain('Take one, and your call is confirmed.')
    // After the call, or without its link, the visitor books a proposed time on the booking page.
    for (const about of [call, null]) {
      const { body } = writeReply('propose', { ...facts, call: about, link: null, times })
      expect(body).toContain('Take one to book it.')
      expect(body).not.toContain('confirmed')
    }
  })

  test('a letter greets with the first of two names, and with all of a longer one', () => {
    const greets = (name: string) => writeReply('confirm', { ...facts, name }).body.split('\n')[0]
    expect(greets('Tamati Rewi-Whitehead')).toBe(`${place.letters.greeting} Tamati,`)
    expect(greets('Ana')).toBe(`${place.letters.greeting} Ana,`)
    expect(greets('Ana Maria van Dam')).toBe(`${place.letters.greeting} Ana Maria van Dam,`)
  })

  test('a letter to who accepted an offer thanks, and has the sum, the start and the first payment', () => {
    const payment = { when: 'When you accept', percent: 50, withoutTax: 600_000, tax: 90_000 }
    const agreed = {
      ...{
        title: 'Growth',
        total: 1_380_000,
        printed: formatCents(1_380_000),
        tax: { name: 'VAT', percent: 15 },
        weeks: '4-6 weeks',
        dueDays: 14,
      },
      start: 'Monday 14 December 2026',
      payments: { first: { ...payment, cents: 690_000 }, second: { ...payment, cents: 690_000 } },
    }
    const { subject, body, gap } = writeReply('answer', { ...facts, agreed })
    expect(subject).toBe('Your offer: thank you, and the first step')
    expect(body).toContain(`Thank you for accepting our offer of ${formatAmount(1_380_000)}.`)
    expect(body).toContain(
      `We begin on Monday 14 December 2026. The first payment is ${formatAmount(690_000)}.`,
    )
    expect(body.slice(0, gap ?? 0)).toMatch(/The first step:\n$/)
    const bare = writeReply('answer', { ...facts, agreed: { ...agreed, start: null, payments: null } })
    expect(bare.body).not.toMatch(/begin on|payment|null/)
  })

  test('a reply greets without a name if the name looks like an advertisement', () => {
    for (const name of ['Visit evil.example now', '<b>Ana</b>', 'Ana\nBcc: x'])
      expect(writeReply('answer', { ...facts, name }).body).toMatch(
        new RegExp(`^${place.letters.greeting},\n`),
      )
  })

  test('a reply that proposes times has each time with its link', () => {
    const times = [slot('2026-12-02', '09:00'), slot('2026-12-03', '09:00')].map((time) => ({
      ...time,
      link: `https://studio.test${proposalPath(time, null)}`,
    }))
    const { body } = writeReply('propose', { ...facts, call: null, times })
    expect(body).toContain(
      `\n\nWed 2 Dec, 9:00 am ${place.zoneNames.summer}\nThu 3 Dec, 9:00 am ${place.zoneNames.summer}\n\n`,
    )
    for (const time of times) expect(linkTimes(body, times)).toContain(`${timeLine(time)}\n${time.link}`)
    expect(body).toContain('None suits you? Reply to this email.')
  })

  test('a reply that proposes times while none is free has the link to the booking’s page', () => {
    const { body } = writeReply('propose', facts)
    expect(body).toContain(`To see, move or cancel the call:\n${link}`)
    expect(body).not.toContain('None suits')
  })
})

describe('the proposed times', () => {
  const days = (times: TimeSlot[]) => times.map(({ date }) => date)

  test('proposed times are on three days, the nearest first, and none on the day given up', () => {
    const hours = ['08:00', '09:00', '10:00', '11:00']
    const free = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'].flatMap((day) =>
      hours.map((hour) => slot(day, hour)),
    )
    expect(suggestTimes(free, call).map(({ id }) => id)).toEqual([
      '2026-12-02 09:00',
      '2026-12-03 09:00',
      '2026-12-04 09:00',
    ])
    expect(days(suggestTimes(free, message))).toEqual(['2026-12-01', '2026-12-02', '2026-12-03'])
    const [onDay, other] = [free.slice(0, 4), free.slice(4, 8)]
    expect(days(suggestTimes([...onDay, ...other], call))).toEqual(['2026-12-02', '2026-12-02', '2026-12-02'])
    expect(days(suggestTimes(onDay, call))).toEqual(['2026-12-01', '2026-12-01', '2026-12-01'])
  })

  test('proposed times are on the nearest days, at the call’s time of day or near it', () => {
    const free = ['2026-11-25', '2026-11-30', '2026-12-02', '2026-12-08'].flatMap((day) => [
      slot(day, '08:00'),
      slot(day, '09:00'),
    ])
    expect(suggestTimes(free, call).map(({ id }) => id)).toEqual([
      '2026-11-25 09:00',
      '2026-11-30 09:00',
      '2026-12-02 09:00',
    ])
    const later = free.filter(({ date }) => date > '2026-12-02')
    expect(suggestTimes([slot('2026-12-04', '15:00'), ...later], call).map(({ id }) => id)).toEqual([
      '2026-12-04 15:00',
      '2026-12-08 08:00',
      '2026-12-08 09:00',
    ])
  })

  test('one free time on another day is proposed alone', () => {
    const free = [slot('2026-12-01', '11:00'), slot('2026-12-01', '10:00'), slot('2026-12-09', '09:00')]
    expect(suggestTimes(free, call).map(({ id }) => id)).toEqual(['2026-12-09 09:00'])
    expect(suggestTimes([], call)).toEqual([])
    expect(suggestTimes(free, message)).toHaveLength(3)
  })

  test('the calls of a closed date get different proposed times while there are enough', () => {
    const hours = ['09:00', '10:00', '11:00']
    const free = ['2026-12-02', '2026-12-03', '2026-12-04'].flatMap((day) =>
      hours.map((hour) => slot(day, hour)),
    )
    const share = (some: TimeSlot[]) =>
      shareTimes(['09:00', '10:00'].map((start_time) => ({ ...call, start_time, free: some }))).map(
        ({ times }) => times.map(({ id }) => id),
      )
    const [one = [], other = []] = share(free)
    expect(new Set([...one, ...other]).size).toBe(6)
    expect(share(free.slice(0, 4)).map(({ length }) => length)).toEqual([3, 3])
    expect(share([])).toEqual([[], []])
  })

  test('the links of proposed times contain no personal data', () => {
    const time = slot('2026-12-02', '09:00', call.id)
    expect(proposalPath(time, '/booking/manage/token')).toBe(
      `/booking/manage/token?date=2026-12-02&slot=${call.id}#move`,
    )
    expect(proposalPath(time, null)).toBe(`/booking?date=2026-12-02&slot=${call.id}`)
  })

  describe('are those with a link to the call’s own page in the text:', () => {
    const path = '/booking/manage/token'
    const [first, second] = [slot('2026-12-02', '09:00', call.id), slot('2026-12-03', '09:00', call.id)]
    const times = [first, second].map((time) => ({
      ...time,
      link: `https://studio.test${proposalPath(time, path)}`,
    }))
    const kept = ({ date, id }: typeof first) => ({ date, time_slot_id: id })
    const body = linkTimes(writeReply('propose', { ...facts, times }).body, times)

    test('an edited text gets its links where the whole line is a time, each once', () => {
      const [one, two] = times
      const edited = `Perhaps ${timeLine(first)}?\n  ${timeLine(second)}\n${timeLine(first)}`
      const linked = linkTimes(edited, times)
      expect(linked.split('\n')).toEqual([
        `Perhaps ${timeLine(first)}?`,
        `  ${timeLine(second)}`,
        two?.link,
        timeLine(first),
        one?.link,
      ])
      expect(linkTimes(linked, times)).toBe(linked)
    })

    test.each([
      ['all of them', body, [kept(first), kept(second)]],
      ['without a deleted one', body.replace(times[0]?.link ?? '', ''), [kept(second)]],
      ['a repeated one once', `${body}\n${times[0]?.link}`, [kept(first), kept(second)]],
      [
        'one that the admin changed',
        body.replace('2026-12-02', '2026-12-09'),
        [{ date: '2026-12-09', time_slot_id: call.id }, kept(second)],
      ],
      ['none of another call', body.replaceAll(path, '/booking/manage/other'), []],
      ['none of the booking page', body.replaceAll(path, '/booking'), []],
      ['none with a cut link', `${path}?date=2026-12-02&slot=${call.id.slice(0, 30)} […]`, []],
      ['none with an impossible date', `${path}?date=2026-13-02&slot=${call.id}`, []],
    ])('%s', (_, text, found) => expect(linkedTimes(text, path)).toEqual(found))

    test('a text without a link to the call’s page proposes no times', () =>
      expect(linkedTimes(body, null)).toEqual([]))

    test('times that the `mailto:` cut off, or that the visitor’s quoted words have, are not proposed', () => {
      const text = {
        subject: 'Times',
        body: `${times[0]?.link}\n${'Words. '.repeat(300)}\n${times[1]?.link}`,
      }
      expect(linkedTimes(openedText(call.email, text), path)).toEqual([kept(first)])
      expect(linkedTimes(openedText(call.email, { subject: 'Times', body }), path)).toHaveLength(2)
    })
  })
})

describe('a change of a proposed time in an edited text', () => {
  const [one, two, three] = ['2026-12-01', '2026-12-02', '2026-12-03'].map((date) => slot(date, '09:00'))
  const line = (time: TimeSlot | undefined) => (time ? timeLine(time) : '')
  const text = `${place.letters.greeting},\n\n${line(one)}\n${line(two)}\n\n${place.letters.closing}`

  test.each([
    ['only its line', [two, three], text.replace(line(two), line(three))],
    ['nothing but its line is removed', [one, null], text.replace(`${line(one)}\n`, '')],
    [
      'a new line stands below the others',
      [null, three],
      text.replace(line(two), `${line(two)}\n${line(three)}`),
    ],
    [
      'a line that is gone comes back',
      [three, three],
      text.replace(line(two), `${line(two)}\n${line(three)}`),
    ],
  ] as const)('%s', (_, [before = null, after = null], changed) => {
    expect(
      changeTime(
        text,
        [before, after],
        [one, two].flatMap((time) => time ?? []),
      ),
    ).toBe(changed)
  })

  test('without any line of a time, a new one stands at the end', () => {
    expect(changeTime('Hello', [null, one ?? null], [])).toBe(`Hello\n\n${line(one)}`)
  })
})

describe('the `mailto:` of a reply', () => {
  const text = writeReply('propose', {
    ...facts,
    name: 'Ā'.repeat(600),
    times: [1, 2, 3].map((day) => ({
      ...slot(`2026-12-0${day}`, '09:00'),
      link: `${link}?date=2026-12-0${day}`,
    })),
  })
  const read = (href: string) => new URL(href).searchParams.get('body')?.replaceAll('\r\n', '\n') ?? ''

  test('a reply’s `mailto:` ends with the visitor’s words, whole if they fit', () => {
    const href = mailReply(call.email, { subject: 'Your shop', body: 'Hello' }, 'One & two?\nThree 👍')
    expect(new URL(href).pathname).toBe(call.email)
    expect(read(href)).toBe(`Hello\n\nYou wrote:\n> One & two?\n> Three 👍`)
    expect(withQuote('Hello', '')).toBe('Hello')
  })

  test.each([
    ['a message', call.email, text, 'Ā'.repeat(50_000)],
    ['a message of emoji', call.email, text, '👩‍💻'.repeat(5_000)],
    ['an answer', call.email, { subject: 'Ā', body: 'ū'.repeat(100_000) }, 'Ā'.repeat(50_000)],
    ['a subject', call.email, { subject: 'Ā'.repeat(100), body: 'Hello' }, 'Ā'.repeat(50_000)],
    ['an address', `${'ā'.repeat(240)}@example.com`, text, 'Ā'.repeat(50_000)],
    ['an address of emoji', `${'😀'.repeat(240)}@example.com`, text, 'Ā'.repeat(50_000)],
  ])(
    'a reply’s `mailto:` has at most 1,900 encoded characters, and marks a cut: %s',
    (_, to, answer, words) => {
      const href = mailReply(to, answer, words)
      expect(href).toBe(new URL(href).href)
      expect(href.length).toBeLessThanOrEqual(1_900)
      expect(href.length).toBeGreaterThan(1_500)
      expect(read(href)).toMatch(/ \[…\]$/)
      expect(read(href)).not.toContain('\uFFFD')
    },
  )

  test('a reply’s `mailto:` goes only to the visitor, whatever the address, subject and text contain', () => {
    const evil = 'x?cc=evil@evil.example&bcc=evil@evil.example\r\nBcc: evil@evil.example'
    const href = mailReply('kim?cc=evil&body=x@example.com', { subject: evil, body: evil }, evil)
    const { pathname, searchParams } = new URL(href)
    expect(decodeURIComponent(pathname)).toBe('kim?cc=evil&body=x@example.com')
    expect([...searchParams.keys()]).toEqual(['subject', 'body'])
    expect(searchParams.get('subject')).not.toMatch(/[\r\n]/)
  })
})
