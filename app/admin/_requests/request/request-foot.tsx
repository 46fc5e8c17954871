'use client'

import { Link2 } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { paths } from '@/lib/paths'
import type { PersonRequest } from '@/lib/requests/details'
import { type AdminRequest, isErased } from '@/lib/requests/request'
import { copyText } from '../../_components/copy-text'
import { ErasePerson } from './erase-person'

interface RequestFootProps {
  request: AdminRequest
  sameEmail: number | undefined
  /** Their calls ahead. */
  ahead: PersonRequest[]
  onErased: () => void
}

/** What can be taken along, and erasing. */
export function RequestFoot({ request, sameEmail, ahead, onErased }: RequestFootProps) {
  return (
    <div className="mt-auto flex flex-wrap items-start gap-x-2 gap-y-3 border-t border-border pt-4 max-sm:mt-6">
      <Button
        size="sm"
        variant="ghost"
        className="-ml-3"
        onClick={() => void copyText(`${location.origin}${paths.admin}?id=${request.id}`, 'Link copied')}
      >
        <Link2 aria-hidden className="size-4" />
        Copy link
      </Button>
      {!isErased(request) && (
        <div className="ml-auto flex flex-wrap gap-x-2 gap-y-3">
          <a
            href={`${paths.export}/${request.id}.json`}
            className={buttonVariants({ size: 'sm', variant: 'ghost' })}
          >
            Their data
          </a>
          <ErasePerson email={request.email} sameEmail={sameEmail} ahead={ahead} onDone={onErased} />
        </div>
      )}
    </div>
  )
}
