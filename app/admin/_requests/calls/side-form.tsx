import { useRef } from 'react'
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog'

interface SideFormProps {
  open: boolean
  title: string
  onClose: () => void
  children: React.ReactNode
}

/** On closing, the focus returns to the pressed element. */
export function SideForm({ open, title, onClose, children }: SideFormProps) {
  const pressed = useRef<Element | null>(null)
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      {open && (
        <DialogContent
          placement="right"
          aria-describedby={undefined}
          className="gap-4 p-5 text-sm sm:p-6"
          onOpenAutoFocus={() => (pressed.current = document.activeElement)}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (pressed.current instanceof HTMLElement) pressed.current.focus()
          }}
        >
          <DialogTitle className="pr-8 text-xl leading-snug tracking-tight">{title}</DialogTitle>
          {children}
        </DialogContent>
      )}
    </Dialog>
  )
}
