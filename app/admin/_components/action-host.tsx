'use client'

import { createContext, use, useMemo, useRef, useState } from 'react'
import type { ActionResult, Next, Question, QuestionLine } from '../action-result'
import { ConfirmButton, ConfirmDialog } from './confirm-dialog'

interface OpenQuestion {
  question: Question
  /** Does it; settles when that was reported. */
  onYes?: () => Promise<void>
  /** The id of the element that gets the focus afterwards, if what was pressed is gone. */
  focusAfter?: string
}

interface ShownQuestion extends OpenQuestion {
  nth: number
  /** What was pressed before it; before the first of several that follow each other. */
  pressed: Element | null
}

interface ActionHost {
  doNext: (next: Next) => Promise<ActionResult>
  /** Shows a question, in place of one that is open. */
  ask: (open: OpenQuestion) => void
}

const ActionHostContext = createContext<ActionHost | null>(null)

/** Has the action that does what a result offers, and shows its questions, on every page of the admin. */
export function ActionHostProvider({
  children,
  ...props
}: {
  doNext: ActionHost['doNext']
  children: React.ReactNode
}) {
  const [open, setOpen] = useState<ShownQuestion | null>(null)
  const newest = useRef<ShownQuestion | null>(null)
  const host = useMemo(() => {
    function ask(question: OpenQuestion) {
      const { nth = 0, pressed = document.activeElement } = newest.current ?? {}
      newest.current = { ...question, nth: nth + 1, pressed }
      setOpen(newest.current)
    }
    return { doNext: props.doNext, ask }
  }, [props.doNext])

  function close() {
    if (newest.current !== open) return // its yes led to another question
    newest.current = null
    setOpen(null)
  }
  return (
    <ActionHostContext value={host}>
      {children}
      {open && (
        <QuestionDialog
          key={open.nth}
          {...open}
          onClose={close}
          isReplaced={() => newest.current !== null && newest.current !== open}
        />
      )}
    </ActionHostContext>
  )
}

/** Throws outside an `ActionHostProvider`. */
export function useActionHost(): ActionHost {
  const host = use(ActionHostContext)
  if (!host) throw new Error('useActionHost must be used within an ActionHostProvider')
  return host
}

function QuestionDialog({
  question,
  onYes,
  focusAfter,
  pressed,
  onClose,
  isReplaced,
}: ShownQuestion & { onClose: () => void; isReplaced: () => boolean }) {
  const [pending, setPending] = useState(false)
  const isAgreed = useRef(false)
  const { title, lines, no, yes, destroys } = question
  return (
    <ConfirmDialog
      title={title}
      cancelLabel={no}
      confirm={
        onYes && (
          <ConfirmButton
            variant={destroys ? 'destructive' : 'default'}
            pending={pending}
            onClick={() => {
              if (isAgreed.current) return // two clicks can come before the button is rendered
              isAgreed.current = true
              setPending(true)
              void onYes().finally(onClose)
            }}
          >
            {yes}
          </ConfirmButton>
        )
      }
      onClose={onClose}
      onCloseAutoFocus={(event) => {
        // Radix returns the focus only to a trigger, and this dialog is opened by state.
        event.preventDefault()
        if (isReplaced()) return
        const after = document.getElementById(focusAfter ?? '')
        const target = (isAgreed.current && after) || (pressed?.isConnected ? pressed : after)
        if (target instanceof HTMLElement) target.focus()
      }}
    >
      <Lines lines={lines} />
    </ConfirmDialog>
  )
}

/** Paragraphs, but a list of those with names, which stand together. */
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
    // In a new tab, so that the question stays open.
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
