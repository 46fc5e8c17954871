import { Copy, Ellipsis, Mail, PanelRightOpen } from 'lucide-react'
import { Button } from '@/components/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { mailto } from '@/lib/booking/mailto'
import type { Admin } from '@/lib/requests/details'
import { type AdminRequest, isErased, nextStatuses, type Status } from '@/lib/requests/request'
import { copyText } from '../../_components/copy-text'
import { useMenuChoice } from '../../_components/use-menu-choice'
import { verbOf } from '../labels'
import { MoveCallItem } from '../calls/move-call'
import { OwnerItems } from './owner-items'

interface RowActionsProps {
  request: AdminRequest
  admins: Admin[]
  onOpen: () => void
  onStatus: (status: Status) => void
}

export function RowActions({ request, admins, onOpen, onStatus }: RowActionsProps) {
  const { choose, onCloseAutoFocus } = useMenuChoice()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="xs"
          className="size-8 text-muted-foreground"
          aria-label={`Actions for ${request.name}`}
        >
          <Ellipsis aria-hidden className="size-4 shrink-0" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" onCloseAutoFocus={onCloseAutoFocus}>
        <DropdownMenuItem onSelect={() => choose(onOpen)}>
          <PanelRightOpen aria-hidden />
          Details
        </DropdownMenuItem>
        {!isErased(request) && (
          <>
            <DropdownMenuItem onSelect={() => void copyText(request.email, 'Email address copied')}>
              <Copy aria-hidden />
              Copy email address
            </DropdownMenuItem>
            <DropdownMenuItem asChild>
              <a href={mailto(request.email)}>
                <Mail aria-hidden />
                Write an email
              </a>
            </DropdownMenuItem>
            <DropdownMenuSeparator />
            <OwnerItems request={request} admins={admins} />
          </>
        )}
        <DropdownMenuSeparator />
        <MoveCallItem request={request} onChosen={choose} />
        {nextStatuses(request).map((status) => (
          <DropdownMenuItem
            key={status}
            variant={status === 'cancelled' ? 'destructive' : 'default'}
            onSelect={() => choose(() => onStatus(status))}
          >
            {verbOf(status, request)}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
