'use client'

import type { CallToTell } from '@/lib/mail/calls-to-tell'
import { CallToTellItem } from './call-to-tell-item'
import { useTelling } from './use-telling'

/** The buttons that tell the first visitor, on the line of news that names them. */
export function TellFirst({ call }: { call: CallToTell }) {
  const telling = useTelling()
  return <CallToTellItem key={call.id} call={call} telling={telling} isShort />
}
