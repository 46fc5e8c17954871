'use client'

import type { CallToTell } from '@/lib/mail/calls-to-tell'
import { CallToTellItem } from './call-to-tell-item'
import { useVisitorTexts } from './use-visitor-texts'

/** The `CallToTellItem` in a line of the news. */
export function TellFirstVisitor({ call }: { call: CallToTell }) {
  const texts = useVisitorTexts()
  return <CallToTellItem key={call.id} call={call} texts={texts} isShort />
}
