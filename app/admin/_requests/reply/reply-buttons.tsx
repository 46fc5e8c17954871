import { Button } from '@/components/ui/button'
import { mailReply, openedText } from '@/lib/booking/mailto'
import { withQuote } from '@/lib/quote'
import type { AdminRequest } from '@/lib/requests/request'
import { cn } from '@/lib/utils'
import { ActionButton } from '../../_components/action-button'
import { copyText } from '../../_components/copy-text'

interface ButtonsProps {
  request: AdminRequest
  letter: { subject: string; body: string }
  /** The visitor's, which the mail quotes below the text. */
  message: string
  mailed: boolean
  /** True if the mail lists the call's time and location below the text. */
  isAboveFacts: boolean
  /** True while a part of the letter could not be read. */
  isHidden: boolean
  pending: boolean
  runUnlessGap: (act: () => void) => boolean
  onSend: (letter: ButtonsProps['letter']) => void
  /** Called after the admin has copied the text or opened it in a mail program. */
  onCopy: (copiedText: string) => void
  onDiscard: () => void
}

export function ReplyButtons({ request, letter, message, mailed, runUnlessGap, ...props }: ButtonsProps) {
  const send = () => runUnlessGap(() => props.onSend(letter))
  return (
    <>
      <div
        className={cn(
          'flex flex-wrap gap-2 max-sm:gap-1.5 max-sm:[&>*]:px-2.5 max-sm:[&>*]:text-[0.8125rem]',
          'max-lg:tall:sticky bottom-0 z-10 max-lg:-mx-3 max-lg:border-t max-lg:border-border max-lg:bg-card max-lg:px-3 max-lg:py-2 sm:max-lg:-mx-4 sm:max-lg:px-4',
          props.isHidden && 'hidden',
        )}
      >
        {mailed && (
          <ActionButton size="sm" pending={props.pending} onClick={send}>
            Send
          </ActionButton>
        )}
        <Button size="sm" variant={mailed ? 'outline' : 'default'} className="gives-way" asChild>
          <a
            href={mailReply(request.email, letter, message)}
            onClick={(event) => {
              const opens = runUnlessGap(() => props.onCopy(openedText(request.email, letter)))
              if (!opens) event.preventDefault()
            }}
          >
            <span>
              <span className="max-sm:sr-only">Open in </span>
              <span className="inline-block max-sm:first-letter:uppercase">mail program</span>
            </span>
          </a>
        </Button>
        <Button
          size="sm"
          variant="outline"
          onClick={() =>
            runUnlessGap(() => {
              void copyText(withQuote(letter.body, message), 'Text copied')
              props.onCopy(letter.body)
            })
          }
        >
          <span>
            Copy<span className="max-sm:sr-only"> text</span>
          </span>
        </Button>
        <Button size="sm" variant="ghost" className="ml-auto" onClick={props.onDiscard}>
          Discard
        </Button>
      </div>
      <p className="text-muted-foreground empty:hidden">
        {mailed && <span>Sent in a minute, so that you can undo it. </span>}
        {props.isAboveFacts && <span>The email has the call’s details below your text. </span>}
        {message && (
          <span>{`${mailed ? 'The email' : 'A mail program'} quotes what they wrote below your text, cut if it is long; the copy has all of it.`}</span>
        )}
      </p>
    </>
  )
}
