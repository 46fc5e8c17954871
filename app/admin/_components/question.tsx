'use client'

import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'

interface QuestionProps {
  open?: boolean
  title: string
  /** What the safe button is called. */
  keep: string
  /** The button that does it; left out where it cannot be done. */
  yes: React.ReactNode
  onClose: () => void
  /** Where the focus goes then, when not back to what opened it. */
  onCloseAutoFocus?: (event: Event) => void
  /** What would happen, in paragraphs. */
  children: React.ReactNode
}

/** Asks before something is lost. It opens on the safe button. */
export function Question({ open = true, title, keep, yes, onClose, children, ...props }: QuestionProps) {
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
              {keep}
            </Button>
          </AlertDialogCancel>
          {yes}
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
