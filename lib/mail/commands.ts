import 'server-only'
import { adminClient } from '../supabase/auth'
import { deliverAfterResponse } from './delivery'
import { listToldOtherwise } from './queries'
import type { ToldBack } from './told-back'

/**
 * Sends mails that were not delivered again, after the response. Returns how many; mails whose
 * booking has changed since are out of date and are dropped. Throws `AccessError` for anybody but
 * admins, and the server's error.
 */
export async function retryMails(ids: string[]): Promise<number> {
  const supabase = await adminClient()
  const { data } = await supabase.rpc('retry_mails', { p_ids: ids }).throwOnError()
  if (data > 0) deliverAfterResponse()
  return data
}

/** Takes mails off the list of those that were not delivered. Throws like {@link retryMails}. */
export async function dismissMails(ids: string[]): Promise<void> {
  const supabase = await adminClient()
  await supabase.rpc('dismiss_mails', { p_ids: ids }).throwOnError()
}

/**
 * Mails the visitors of these calls where they happen, after the response. Returns how many. Throws
 * `AccessError` for anybody but admins, and the server's error.
 */
export async function tellLocation(ids: string[]): Promise<number> {
  const supabase = await adminClient()
  const { data } = await supabase.rpc('tell_location', { p_booking_ids: ids }).throwOnError()
  if (data > 0) deliverAfterResponse()
  return data
}

/**
 * Notes that an admin has told the visitors of these calls how they stand, and where they happen.
 * Returns what takes that back. Throws `AccessError` for anybody but admins, and the server's error.
 */
export async function setTold(ids: string[]): Promise<ToldBack[]> {
  const supabase = await adminClient()
  const elsewhere = (await listToldOtherwise()).filter(({ id }) => ids.includes(id))
  await supabase.rpc('set_told', { p_booking_ids: ids, p_told: true }).throwOnError()
  for (const { id, now } of elsewhere)
    await supabase.rpc('set_told_location', { p_booking_id: id, p_location: now }).throwOnError()
  const before = new Map(elsewhere.map(({ id, told }) => [id, told]))
  return ids.map((id) => ({ id, location: before.get(id) }))
}

/** Takes {@link setTold} back. Throws like it. */
export async function takeBack(told: ToldBack[]): Promise<void> {
  const supabase = await adminClient()
  const ids = told.map(({ id }) => id)
  await supabase.rpc('set_told', { p_booking_ids: ids, p_told: false }).throwOnError()
  for (const { id, location } of told)
    if (location !== undefined)
      await supabase.rpc('set_told_location', { p_booking_id: id, p_location: location }).throwOnError()
}
