'use client'

import { useMemo, useRef, useState } from 'react'
import type { QuestionLine } from '../action-result'
import { type ActionHost, ActionHostContext, type OpenQuestion } from './action-host-context'
import { ConfirmButton, ConfirmDialog } from './confirm-dialog'

interface Shown {
  nth: number
  /** The element that had the focus before the dialog opened; in a chain of dialogs, before the first one. */
  pressed: Element | null
}

interface DialogProps {
  onClose: () => void
  /** Focuses the pressed element, or `focusAfter` if an action has run (`isDone`). */
  returnFocus: (event: Event, isDone: boolean) => void
}

export function ActionHostProvider({
  children,
  ...props
}: {
  runFollowUp: ActionHost['runFollowUp']
  children: React.ReactNode
}) {
  const [open, setOpen] = useState<(Shown & OpenQuestion) | null>(null)
  const newest = useRef<typeof open>(null)
  const host = useMemo(() => {
    function ask(question: OpenQuestion) {
      const { nth = 0, pressed = document.activeElement } = newest.current ?? {}
      newest.current = { ...question, nth: nth + 1, pressed }
      setOpen(newest.current)
    }
    return { runFollowUp: props.runFollowUp, ask }
  }, [props.runFollowUp])

  function close() {
    if (newest.current !== open) return // the `yes` action has asked another question
    newest.current = null
    setOpen(null)
  }

  /** Radix returns the focus only to a dialog's trigger, and these dialogs have none. */
  function returnFocus(event: Event, isDone: boolean) {
    event.preventDefault()
    // Another dialog has replaced this one and keeps the focus.
    if (!open || (newest.current !== null && newest.current !== open)) return
    const after = document.getElementById(open.focusAfter ?? '')
    const target = (isDone && after) || (open.pressed?.isConnected ? open.pressed : after)
    if (target instanceof HTMLElement) target.focus()
  }
  return (
    <ActionHostContext value={host}>
      {children}
      {open && <QuestionDialog key={open.nth} {...open} onClose={close} returnFocus={returnFocus} />}
    </ActionHostContext>
  )
}

function QuestionDialog({ question, onYes, onClose, returnFocus }: OpenQuestion & DialogProps) {
  const [pending, setPending] = useState(false)
  const isAgreed = useRef(false)
  const { title, lines, no, yes, destroys } = question

  function press(act: () => Promise<void>) {
    if (isAgreed.current) return // two clicks can arrive before the button is rendered
    isAgreed.current = true
    setPending(true)
    void act().finally(onClose)
  }
  return (
    <ConfirmDialog
      title={title}
      cancelLabel={no}
      confirm={
        onYes && (
          <ConfirmButton
            variant={destroys ? 'destructive' : 'default'}
            pending={pending}
            onClick={() => press(onYes)}
          >
            {yes}
          </ConfirmButton>
        )
      }
      onClose={onClose}
      onCloseAutoFocus={(event) => returnFocus(event, isAgreed.current)}
    >
      <Lines lines={lines} />
    </ConfirmDialog>
  )
}

function Lines({ lines }: { lines: QuestionLine[] }) {
  const names = lines.filter(({ name }) => name)
  const start = names[0] ? lines.indexOf(names[0]) : lines.length
  const text = '[overflow-wrap:anywhere] whitespace-pre-wrap'
  const paragraphs = (some: QuestionLine[]) =>
    some.map((line, index) => (
      <p key={index} dir="auto" className={text}>
        {line.text}
      </p>
    ))
  return (
    <>
      {paragraphs(lines.slice(0, start))}
      {names.length > 0 && (
        <ul className={`grid gap-2 ${text}`}>
          {names.map(({ name = '', text, href }, index) => (
            <li key={index} dir="auto">
              <Name name={name} href={href} />
              {text}
            </li>
          ))}
        </ul>
      )}
      {paragraphs(lines.slice(start + names.length))}
    </>
  )
}

function Name({ name, href }: { name: string; href?: string }) {
  if (!href) return <bdi className="font-semibold">{name}</bdi>
  return (
    // A new tab, so that the question stays open.
    <a
      href={href}
      target="_blank"
      title="Opens in a new tab"
      className="font-semibold text-brand underline underline-offset-3"
    >
      <bdi>{name}</bdi>
    </a>
  )
}
