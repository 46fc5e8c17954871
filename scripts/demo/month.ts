/** A month of a small studio, up to now: what its visitors and its two founders did, in order. */
import { putStepsAway } from '@/app/admin/_first-steps/actions'
import { closeDates } from '@/app/admin/_hours/date-actions'
import { askForTimes } from '@/app/admin/_requests/calls-to-ask/actions'
import { markTold } from '@/app/admin/_requests/untold/actions'
import { saveSettings } from '@/app/admin/settings/actions'
import { listUntold } from '@/lib/requests/untold'
import { findRequest } from '@/lib/requests/queries'
import { getSettings } from '@/lib/settings/queries'
import { createAdmin } from '../admin-create'
import { readCalendarFile, writeCalendar } from './calendar'
import { Admin } from './admin'
import { type InProcess, openDays } from './days'
import { startRefusingServer } from './refusing-server'
import { Visitor } from './visitor'

const room = { name: 'Our video room', url: 'https://meet.example/studio-{call}' }

/** The demo signs one in as the first. */
export const founders = ['hinemoa@studio.test', 'callum@studio.test'] as const

/** `setTime` sets the clock of this process and so of the database. The month ends at `now`, in milliseconds. */
export async function liveMonth(
  studio: InProcess,
  { setTime, now, password }: { setTime: (time: number) => void; now: number; password: string },
): Promise<void> {
  const { today, day, at, pass, beforeNow } = openDays(studio, setTime, now)
  const visitor = (name: string) => new Visitor(studio.newBrowser(), name)

  await at(-21, '08:00')
  const [hinemoa, callum] = founders.map((email) => new Admin(studio.newBrowser(), { email, password })) as [
    Admin,
    Admin,
  ]
  for (const { account } of [hinemoa, callum]) await createAdmin(studio.backend, account.email, password)
  for (const admin of [hinemoa, callum]) await admin.signsIn()
  await hinemoa.does(() => putStepsAway(true))
  await hinemoa.does(async () => {
    const { location, hour_before } = await getSettings()
    const changes = { location: { kind: 'video', ...room } as const, hour_before: false }
    return saveSettings({ changes, seen: { location, hour_before } })
  })

  // 1. People whose work is done

  await at(-20, '09:12')
  const mere = visitor('Mere Tawhiri')
  await mere.books(day(-17), 1, 'We run surf lessons in Lyall Bay and take bookings by text message.', {
    package: 'growth',
  })
  await at(-20, '10:05')
  await hinemoa.sets(mere, 'confirmed')
  const tom = visitor('Tom Feldman')
  await at(-19, '11:30')
  await tom.writes('Do you also take over a site that somebody else has built?')
  await at(-19, '13:10')
  await callum.replies(tom, 'answer', 'We do, after a day of reading it. What is it built with?')
  await at(-18, '09:40')
  const ana = visitor('Ana Lima')
  await ana.books(day(-16), 3, 'A first website for my pottery.', { package: 'starter' })
  await at(-18, '12:00')
  await callum.sets(ana, 'confirmed')
  await at(-17, '10:30')
  await hinemoa.setsOutcome(mere, 'held')
  const priya = visitor('Priya Nair')
  await priya.books(day(-14), 0, 'A portal for the tenants of nine buildings.', { package: 'scale' })
  await at(-17, '15:00')
  await hinemoa.sets(priya, 'confirmed')
  await at(-16, '11:00')
  const surf = {
    title: 'Growth: bookings for surf lessons',
    about: 'Lessons are booked, moved and paid online.',
  }
  const toMere = await hinemoa.offers(mere, {
    ...surf,
    lines: [
      { text: 'Growth', amount: '12,000' },
      { text: 'Logo and colours', amount: '1,500' },
    ],
  })
  await at(-16, '11:40')
  await callum.setsOutcome(ana, 'no_show')
  await at(-15, '10:20')
  const kahu = visitor('Kāhu Ropata')
  await kahu.writes('What does it cost to look after an app once it is live?')
  await at(-15, '12:30')
  await callum.replies(kahu, 'answer', 'From $250 a month. The page of the packages has the three plans.')
  await at(-14, '10:00')
  await hinemoa.setsOutcome(priya, 'lost', 'They chose a ready-made portal.')
  await at(-14, '16:20')
  await mere.answers(toMere, { intent: 'accept' })
  await at(-13, '09:00')
  await hinemoa.replies(mere, 'answer', 'Wonderful. The first payment follows, and we begin on Monday.')
  await hinemoa.notes(mere, 'Has a logo from 2019, and is open to a new one.')
  await at(-12, '09:30')
  const olivia = visitor('Olivia Park')
  await olivia.books(day(-9), 4, 'An app for a dog-walking round.')
  await at(-11, '09:45')
  const jack = visitor('Jack Thorne')
  await jack.books(day(-8), 2, 'A calculator for roof sizes.', { package: 'starter' })
  await at(-11, '10:00')
  await callum.sets(jack, 'confirmed')
  await at(-10, '09:05')
  await callum.sets(olivia, 'cancelled', 'We are both away that day, sorry. Any other time suits us.')
  const sofia = visitor('Sofia Marino')
  await sofia.books(day(-6), 2, 'A members’ area for a choir of eighty.', { package: 'growth' })
  await at(-10, '11:00')
  await hinemoa.sets(sofia, 'confirmed')
  await at(-10, '14:00')
  await callum.sets(tom, 'archived')
  await at(-9, '08:50')
  await jack.cancels('We found somebody in Nelson.')
  await kahu.books(day(-7), 5, 'About the plans: a call is easier.')
  await at(-9, '10:00')
  await callum.sets(kahu, 'confirmed')

  // 2. Offers under way

  const liam = visitor('Liam O’Connor')
  await at(-9, '13:20')
  await liam.writes('A shop for three kinds of honey. Is two weeks possible?', { package: 'starter' })
  await at(-8, '10:10')
  const honey = { title: 'Starter: a shop for honey', about: 'Three products, one page each, paid by card.' }
  await callum.offers(liam, { ...honey, lines: [{ text: 'Starter', amount: '6,500' }] })
  const aisha = visitor('Aisha Khan')
  await at(-8, '15:45')
  await aisha.writes('A timetable that our volunteers fill in themselves.')
  await at(-7, '09:20')
  const rota = { title: 'Starter: a rota for volunteers', about: 'Shifts, swaps and a weekly mail.' }
  const toAisha = await hinemoa.offers(aisha, { ...rota, lines: [{ text: 'Starter', amount: '7,200' }] })
  await at(-7, '16:00')
  await callum.setsOutcome(kahu, 'held')
  const henare = visitor('Hēnare Pōhatu')
  await henare.writes('Our marae would like one calendar for all its rooms.', { package: 'growth' })
  await at(-6, '09:15')
  await hinemoa.replies(henare, 'answer', 'Gladly. How many rooms, and who decides about a booking?')
  await sofia.moves(day(-4), 1)
  await at(-6, '10:30')
  await aisha.answers(toAisha, { intent: 'decline', reason: 'The board wants to wait a year.' })
  await hinemoa.sets(sofia, 'confirmed')
  await at(-6, '13:00')
  await hinemoa.sets(aisha, 'archived')
  const grace = visitor('Grace Liu')
  await grace.books(day(-3), 6, 'A site for a physiotherapist, in English and Mandarin.')
  const ruby = visitor('Ruby Walker')
  await ruby.books(day(-2), 8, 'I am not sure what I need. Can we talk?')
  const nina = visitor('Nina Petrova')
  await nina.books(day(3), 0, 'An archive of concert recordings.')
  const [oscar, ivy] = [visitor('Oscar Nilsson'), visitor('Ivy Chen')]
  await at(-6, '14:00')
  await oscar.books(day(6), 1, 'Tickets for a night market.')
  await ivy.books(day(6), 3, 'A quiz for new staff.')
  await at(-6, '16:10')
  for (const confirmed of [grace, nina, oscar, ivy]) await callum.sets(confirmed, 'confirmed')
  await at(-5, '09:30')
  await callum.offers(liam, {
    ...honey,
    lines: [
      { text: 'Starter', amount: '6,500' },
      { text: 'Labels to print', amount: '400' },
    ],
  })

  // 3. This week

  const noah = visitor('Noah Becker')
  await noah.books(day(1), 0, 'A page where patients fill in a form before they come.', {
    package: 'starter',
  })
  const isla = visitor('Isla McKenzie')
  await isla.writes('Could you make our timetable readable on a phone?')
  await at(-5, '11:00')
  await hinemoa.sets(noah, 'confirmed')
  await hinemoa.replies(isla, 'answer', 'Yes. Could you send us the timetable that you have?')
  await at(-4, '09:50')
  const zoe = visitor('Zoe Laurent')
  await zoe.books(day(1), 4, 'A booking page for a small vineyard.', { package: 'growth' })
  await at(-4, '11:20')
  await callum.replies(zoe, 'confirm', 'We look forward to it. Please have your present price list at hand.')
  await callum.booksFor(visitor('Wiremu Parata'), today, '10:00', 'A tool for counting birds.')
  await callum.booksFor(visitor('Emma Schultz'), today, '15:00', 'Rang about a shop for prints.')
  await at(-4, '14:00')
  await hinemoa.setsOutcome(sofia, 'held')
  writeCalendar(studio.backend.dataDir, day(2))
  await hinemoa.addsCalendar('Hinemoa', await readCalendarFile(studio.backend.dataDir))
  await at(-3, '09:10')
  const choir = { title: 'Growth: a members’ area', about: 'Scores, dates and fees, for members only.' }
  await hinemoa.offers(sofia, { ...choir, lines: [{ text: 'Growth', amount: '11,000' }] })
  const [dev, chloe] = [visitor('Dev Patel'), visitor('Chloe Martin')]
  await dev.books(day(3), 2, 'An app for a chain of four laundries.', { package: 'scale' })
  await chloe.books(day(4), 1, 'A gift registry.')
  await at(-3, '16:00')
  await callum.replies(dev, 'propose', 'That morning is full after all. Would one of these suit you?', [
    day(4),
    day(5),
    day(7),
  ])
  await callum.sets(chloe, 'confirmed')
  await at(-2, '10:00')
  const felix = visitor('Felix Braun')
  await felix.writes('Do you sign an agreement of secrecy before the first call?')
  await at(-1, '10:00')
  await hinemoa.does(() => closeDates({ from: day(6), to: day(6), reason: 'We paint the studio' }))
  await hinemoa.does(async () => {
    const { id, revision } = (await findRequest(ivy.id)) ?? { id: '', revision: 0 }
    return askForTimes([{ id, revision }])
  })
  await hinemoa.offers(
    henare,
    { title: 'Growth: one calendar', about: '', lines: [{ text: 'Growth', amount: '' }] },
    false,
  )
  await hinemoa.notes(henare, 'Six rooms. Ask about the wharekai.')
  await at(-1, '11:00')
  const refusing = await startRefusingServer()
  await pass(5)
  await callum.moves(nina, day(4))
  await pass(5, refusing.url)
  await refusing.close()

  // 4. The last day

  await beforeNow(22 * 60)
  const hana = visitor('Hana Sato')
  await hana.books(day(2), 1, 'A menu that changes by the hour.', { package: 'starter' })
  const marama = visitor('Mārama Tīpene')
  await marama.books(day(2), 2, 'A map of walks, for people with prams.', { package: 'growth' })
  await beforeNow(19 * 60)
  await chloe.moves(day(5), 0)
  await hinemoa.takes(marama)
  await beforeNow(15 * 60)
  const leo = visitor('Leo Fischer')
  await leo.writes('Our site is slow on phones. Can you look at it?')
  await beforeNow(5 * 60)
  await kahu.writes('The plan in the middle, please. What do you need from us?')
  // Mails that are kept as files reach nobody, so the founders tell people themselves: all but one.
  await hinemoa.does(async () => {
    const calls = (await listUntold()).filter(({ id }) => id !== nina.id)
    return markTold([{ calls: calls.map(({ id, name, state }) => ({ id, name, state })), mails: [] }])
  })
  await beforeNow(50)
  const tama = visitor('Tāma Rewi')
  await tama.writes('We open a bike workshop in March. Is there time for a website until then?', {
    package: 'starter',
  })
  await beforeNow(0)
}
