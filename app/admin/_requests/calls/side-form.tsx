import { useRef } from 'react'
import { Sheet, SheetContent, SheetTitle } from '@/components/ui/sheet'

interface SideFormProps {
  open: boolean
  title: string
  onClose: () => void
  children: React.ReactNode
}

/** A sheet for a form. On closing, the focus returns to the pressed element. */
export function SideForm({ open, title, onClose, children }: SideFormProps) {
  const pressed = useRef<Element | null>(null)
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()}>
      {open && (
        <SheetContent
          aria-describedby={undefined}
          className="gap-4 p-5 text-sm sm:p-6"
          onOpenAutoFocus={() => (pressed.current = document.activeElement)}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (pressed.current instanceof HTMLElement) pressed.current.focus()
          }}
        >
          <SheetTitle className="pr-8 text-xl leading-snug tracking-tight">{title}</SheetTitle>
          {children}
        </SheetContent>
      )}
    </Sheet>
  )
}
