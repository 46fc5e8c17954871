import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { useJustOpened } from '@/components/use-just-opened'
import { ActionButton } from './action-button'

interface ConfirmDialogProps {
  open?: boolean
  title: string
  cancelLabel: string
  /** The `ConfirmButton`s; null if the dialog has nothing to confirm. */
  confirm: React.ReactNode
  onClose: () => void
  /** Moves the focus on closing; by default, to the trigger. */
  onCloseAutoFocus?: (event: Event) => void
  children: React.ReactNode
}

/** The cancel button has the focus at first. */
export function ConfirmDialog({
  open = true,
  title,
  cancelLabel,
  confirm,
  onClose,
  children,
  ...props
}: ConfirmDialogProps) {
  return (
    <AlertDialog open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialogContent {...props}>
        <AlertDialogTitle>{title}</AlertDialogTitle>
        <AlertDialogDescription asChild>
          <div className="grid gap-2">{children}</div>
        </AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel asChild>
            <Button size="sm" variant="outline">
              {cancelLabel}
            </Button>
          </AlertDialogCancel>
          {confirm}
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}

interface ConfirmButtonProps extends Pick<React.ComponentProps<typeof Button>, 'variant' | 'children'> {
  pending: boolean
  onClick: () => void
}

/** Disabled at first, so that a double-click on the trigger does not press it. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const justOpened = useJustOpened()
  return <ActionButton size="sm" disabled={justOpened} {...props} />
}
