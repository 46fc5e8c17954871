import type { Factor, User } from '@supabase/supabase-js'
import { addMinutes } from 'date-fns'
import { aboutSettings } from '@/lib/content/settings'
import { dateAt, formatClock, formatInstantDate, formatTimestamp } from '@/lib/dates'
import type { Admin } from '@/lib/requests/one-request'
import { verifiedFactors } from '@/lib/supabase/session'
import { Part } from '../../_components/part-failure'
import { Admins } from './admins'
import { ChangePassword } from './change-password'
import { Prose } from './prose'
import { type Phone, SecondFactor } from './second-factor'
import { SettingsLine } from './settings-line'
import { SignOutElsewhere } from './sign-out-elsewhere'

interface SignInSettingsProps {
  viewer: { id: string; email: string }
  /** The signed-in admin's account; null if they have none. */
  user: User | null
  /** True if the account could not be read. */
  failed: boolean
  /** Null if they could not be read. */
  admins: Admin[] | null
}

export function SignInSettings({ viewer, user, failed, admins }: SignInSettingsProps) {
  const phones = user ? verifiedFactors(user).map(describePhone) : []
  const wrongCodesAt = admins?.find(({ id }) => id === viewer.id)?.wrong_codes_at
  return (
    <>
      <SettingsLine
        title="Your password"
        now="Changing it signs you out elsewhere"
        about={
          <>
            <Prose>{aboutSettings.password}</Prose>
            <SignOutElsewhere />
          </>
        }
      >
        <Part failed={failed} sentence="Your account could not be read.">
          {!failed && <ChangePassword email={viewer.email} hasCode={phones.length > 0} />}
        </Part>
      </SettingsLine>
      <SettingsLine
        title="Code from your phone"
        isWide
        verb={phones.length === 0 ? 'Add' : 'Change'}
        now={
          wrongCodesAt ? (
            <span className="text-foreground">5 wrong codes, {describeMoment(wrongCodesAt)}</span>
          ) : failed ? (
            'Could not be read'
          ) : phones.length === 0 ? (
            'None: your password alone opens the admin'
          ) : (
            phones.map(({ name, since }) => `${name}, since ${since}`).join(' · ')
          )
        }
        about={<Prose>{aboutSettings.code}</Prose>}
      >
        <Part failed={failed} sentence="Your phones could not be read.">
          {!failed && <SecondFactor phones={phones} />}
        </Part>
      </SettingsLine>
      <SettingsLine
        title="Admins"
        isWide
        verb="See"
        now={admins ? describeAdmins(admins) : 'Could not be read'}
        about={<Prose>{aboutSettings.admins}</Prose>}
      >
        <Part failed={admins === null} sentence="The admins could not be read.">
          {admins && <Admins admins={admins} own={viewer.id} />}
        </Part>
      </SettingsLine>
    </>
  )
}

/** '3, one without a code' for three admins. */
function describeAdmins(admins: Admin[]): string {
  const without = admins.filter(({ code_since }) => !code_since).length
  if (without === 0) return String(admins.length)
  return `${admins.length}, ${without === 1 ? 'one' : without} without a code`
}

function describePhone(factor: Factor): Phone {
  const { id, friendly_name: name = 'Phone', created_at, last_challenged_at: used } = factor
  return {
    id,
    name,
    since: formatInstantDate(created_at),
    // Adding a phone uses a first code, so a use within five minutes does not count.
    used:
      used && new Date(used) > addMinutes(created_at, 5)
        ? `last used ${describeMoment(used)}`
        : 'not used since',
  }
}

/** 'today 9:12 AM', or the date and time of another day. */
function describeMoment(timestamp: string): string {
  const isToday = dateAt(new Date(timestamp)) === dateAt()
  return isToday ? `today ${formatClock(timestamp)}` : formatTimestamp(timestamp)
}
