'use client'

import type { CallToTell } from '@/lib/mail/calls-to-tell'
import { CallToTellItem } from './call-to-tell-item'
import { useVisitorTexts } from './use-visitor-texts'

/** The buttons that tell the first visitor, on the line of news that names them. */
export function TellFirstVisitor({ call }: { call: CallToTell }) {
  const texts = useVisitorTexts()
  return <CallToTellItem key={call.id} call={call} texts={texts} isShort />
}
