import { Button } from '@/components/ui/button'
import { mailReply, openedText } from '@/lib/booking/mailto'
import { withQuote } from '@/lib/quote'
import type { AdminRequest } from '@/lib/requests/request'
import { cn } from '@/lib/utils'
import { ActionButton } from '../../_components/action-button'
import { copyText } from '../../_components/copy-text'

interface ReplyButtonsProps {
  request: AdminRequest
  text: { subject: string; body: string }
  /** The visitor's message, which the mail quotes below the text. */
  words: string
  mailed: boolean
  /** True if the mail lists the call's time and location below the text. */
  isAboveFacts: boolean
  /** True while a part of the letter could not be read. */
  isHidden: boolean
  pending: boolean
  ifWritten: (act: () => void) => boolean
  onSend: (text: { subject: string; body: string }) => void
  /** Called after the admin has opened the text in a mail program or copied it. */
  onTaken: (takenText: string) => void
  onDiscard: () => void
}

export function ReplyButtons({ request, text, words, mailed, ifWritten, ...props }: ReplyButtonsProps) {
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
          <ActionButton size="sm" pending={props.pending} onClick={() => ifWritten(() => props.onSend(text))}>
            Send
          </ActionButton>
        )}
        <Button size="sm" variant={mailed ? 'outline' : 'default'} className="gives-way" asChild>
          <a
            href={mailReply(request.email, text, words)}
            onClick={(event) => {
              if (!ifWritten(() => props.onTaken(openedText(request.email, text)))) event.preventDefault()
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
            ifWritten(() => {
              void copyText(withQuote(text.body, words), 'Text copied')
              props.onTaken(text.body)
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
        {words && (
          <span>{`${mailed ? 'The email' : 'A mail program'} quotes what they wrote below your text, cut if it is long; the copy has all of it.`}</span>
        )}
      </p>
    </>
  )
}
