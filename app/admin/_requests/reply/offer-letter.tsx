'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { requestPath } from '@/lib/paths'
import type { AdminRequest } from '@/lib/requests/request'
import type { ReplyKind } from '@/lib/statuses'
import { ActionButton } from '../../_components/action-button'
import { CopyButton } from '../../_components/copy-button'
import { PageLink } from '../../_components/page-link'
import { useAdminAction } from '../../_components/use-admin-action'
import { sendReply } from './actions'
import { beginReply } from './reply-draft'

interface OfferLetterProps {
  request: AdminRequest
  kind: Extract<ReplyKind, 'offer' | 'offer_withdrawn'>
  text: string
  /** The `mailto:` URL with the text. */
  mail: string
}

/** For a site without a mail server: a founder sends the mail. */
export function OfferLetter({ request, kind, text, mail }: OfferLetterProps) {
  const { run, pending } = useAdminAction()
  // The database stores each reply once, also if its response was lost.
  const [replyId, setReplyId] = useState(() => crypto.randomUUID())

  function note() {
    const { id, name, revision } = request
    run(() => sendReply({ id, name, revision, replyId, kind, text: null, times: [] }), {
      failure: 'Failed to save the answer',
      onResult: (result) => result.kind === 'done' && setReplyId(crypto.randomUUID()),
    })
  }
  return (
    <>
      <Button size="sm" className="gives-way" asChild>
        <a href={mail}>Write an email</a>
      </Button>
      <CopyButton text={text} done="Text copied">
        Copy text
      </CopyButton>
      <ActionButton size="sm" variant="outline" pending={pending} onClick={note}>
        I have sent it
      </ActionButton>
    </>
  )
}

export function AnswerLink({
  request,
  isMain,
  children,
}: {
  request: AdminRequest
  isMain: boolean
  children: string
}) {
  return (
    <PageLink
      href={requestPath(request.id)}
      onPress={() => beginReply(request, 'answer')}
      className={buttonVariants({ size: 'sm', variant: isMain ? 'default' : 'outline' })}
    >
      {children}
    </PageLink>
  )
}
