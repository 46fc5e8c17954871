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
  /** The `ConfirmButton`s; null if the dialog only informs. */
  confirm: React.ReactNode
  onClose: () => void
  /** By default, the focus returns to the trigger. */
  onCloseAutoFocus?: (event: Event) => void
  /** The consequences, in paragraphs. */
  children: React.ReactNode
}

/** Asks before data is lost. It opens with the focus on the cancel button. */
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

/** Disabled while the dialog opens, so that a double-click on the trigger does not press it. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const justOpened = useJustOpened()
  return <ActionButton size="sm" disabled={justOpened} {...props} />
}
