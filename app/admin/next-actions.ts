'use server'

import type { ActionResult, Next } from './action-result'
import * as dates from './_availability/date-actions'
import * as weekly from './_availability/weekly-actions'
import * as asking from './_requests/asking/actions'
import * as calls from './_requests/calls/call-actions'
import * as list from './_requests/status/actions'
import * as undo from './_requests/undo-actions'
import * as settings from './settings/actions'

// The actions that a result can offer as its `undo`, `again` or `yes`. Add names, but do not rename any: an
// open page may still use the old name.
const nextActions = {
  saveAvailability: weekly.saveAvailability,
  setSlotOnDate: dates.setSlotOnDate,
  setWholeDate: dates.setWholeDate,
  closeDates: dates.closeDates,
  openClosed: dates.openClosed,
  reopenDates: dates.reopenDates,
  resetDate: dates.resetDate,
  restoreDates: dates.restoreDates,
  setSlotOnWeekday: weekly.setSlotOnWeekday,
  removeSlotFromWeekday: weekly.removeSlotFromWeekday,
  clearWeekday: weekly.clearWeekday,
  deleteSlot: weekly.deleteSlot,
  restoreRemoved: weekly.restoreRemoved,
  moveCall: calls.moveCall,
  bookCall: calls.bookCall,
  changeBookings: list.changeBookings,
  changeInquiries: list.changeInquiries,
  takeBack: undo.takeBack,
  readAsking: asking.readAsking,
  saveSettings: settings.saveSettings,
}

/**
 * Runs a follow-up action. The action itself checks its input and the caller. An unknown name comes from
 * another version of the site.
 */
export async function runFollowUp(next: Next): Promise<ActionResult> {
  const [name, input] = Array.isArray(next) ? next : []
  if (typeof name !== 'string' || !Object.hasOwn(nextActions, name))
    return { failed: 'It was not done', isOutdated: true }
  const action = nextActions[name as keyof typeof nextActions] as (input: unknown) => Promise<ActionResult>
  return action(input)
}
