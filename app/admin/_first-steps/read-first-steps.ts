import 'server-only'
import { describeWeek } from '@/lib/hours/describe-week'
import { hasHours, listRecurring } from '@/lib/hours/queries'
import { mailIsOn } from '@/lib/mail/config'
import { paths } from '@/lib/paths'
import { hasVisitorBooking } from '@/lib/requests/queries'
import type { Settings } from '@/lib/settings/schema'
import { countSamples, listAllSamples } from '../samples'

/** `isDone` is read from the studio's state: nobody ticks it. */
export interface FirstStep {
  title: string
  isDone: boolean
  /** The present state, in a few words. */
  now: string
  /** Leads to where it is done; without `href`, `help` says how. */
  verb: string
  href?: string
  help?: string
}

export async function readFirstSteps(settings: Settings): Promise<FirstStep[]> {
  const [hours, recurring, isBooked] = await Promise.all([hasHours(), listRecurring(), hasVisitorBooking()])
  const samples = listAllSamples(settings).length
  const { location, is_sample } = settings
  return [
    {
      title: 'When people can call you',
      isDone: hours,
      now: describeWeek(recurring),
      ...{
        verb: hours ? 'Change' : 'Add times',
        href: hours ? paths.hours : `${paths.hours}?open=availability#availability`,
      },
    },
    {
      title: 'Where a call happens',
      isDone: !is_sample,
      now:
        location.kind === 'phone'
          ? 'By phone: you ring them'
          : `${is_sample ? 'A sample room' : location.name}, on ${new URL(location.url).host}`,
      ...{ verb: is_sample ? 'Set yours' : 'Change', href: `${paths.settings}#location` },
    },
    {
      title: 'How mail goes out',
      isDone: mailIsOn(),
      now: mailIsOn() ? 'By your mail server' : 'No mail server: you send each text yourself',
      verb: 'How to set one',
      help: 'Whoever looks after the site sets it up, as “Mail” in the guide to going live says.',
    },
    {
      title: 'Whose words the site has',
      isDone: samples === 0,
      now: samples === 0 ? 'Yours' : countSamples(samples),
      ...{ verb: 'See them', href: `${paths.settings}#samples` },
    },
    {
      title: 'How a visitor sees it',
      isDone: isBooked,
      now: isBooked ? 'Somebody has booked' : 'Nobody has booked yet',
      ...{ verb: 'Book a call', href: paths.booking },
    },
  ]
}
