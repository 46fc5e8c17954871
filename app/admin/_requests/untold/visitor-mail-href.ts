import { mailto } from '@/lib/booking/mailto'
import { changeSubjects } from '@/lib/content/call-changes'
import type { UntoldCall } from '@/lib/requests/untold'

// Windows truncates longer addresses.
const MAX_HREF = 1_900

export function visitorMailHref(call: Pick<UntoldCall, 'email' | 'change'>, text: string): string {
  const start = `${mailto(call.email)}?subject=${encodeURIComponent(changeSubjects[call.change])}&body=`
  const letters = Array.from(text.replaceAll('\n', '\r\n'))
  let href = start + encodeURIComponent(letters.join(''))
  while (href.length > MAX_HREF && letters.pop()) href = start + encodeURIComponent(`${letters.join('')}…`)
  return href
}
