import 'server-only'
import { findOffer, findWentOut } from '../offers/queries'
import { findRequest } from './queries'
import { type AdminRequest, isErased } from './request'

/** `request` is null after the person's erasure, `offer` before the first save. */
export interface OfferPage {
  request: AdminRequest | null
  offer: NonNullable<Awaited<ReturnType<typeof findOffer>>> | null
  /** True unless no mail, and no founder, has told the visitor of the newest version or of its withdrawal. */
  wentOut: boolean
}

/** By the id of the offer or of its request. Only the offer's id works after the person's erasure. */
export async function findOfferPage(id: string): Promise<OfferPage | null> {
  const offer = (await findOffer('request_id', id)) ?? (await findOffer('id', id))
  const requestId = offer ? offer.request_id : id
  const request = requestId ? await findRequest(requestId) : null
  if (!offer && (!request || isErased(request))) return null
  return { request, offer, wentOut: await findWentOut(request?.id) }
}
