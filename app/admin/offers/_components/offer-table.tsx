import { Badge } from '@/components/ui/badge'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { dateAt, formatDate, formatShortDate } from '@/lib/dates'
import type { OfferList } from '@/lib/offers/list'
import { formatCents } from '@/lib/offers/money'
import type { OfferState } from '@/lib/offers/view'
import { cn } from '@/lib/utils'
import { paths } from '@/lib/paths'
import { DeleteOffer } from './delete-offer'

type ListedOffer = OfferList['offers'][number]

const tones: Record<OfferState, React.ComponentProps<typeof Badge>['variant']> = {
  draft: 'gray',
  open: 'yellow',
  expired: 'gray',
  accepted: 'green',
  declined: 'red',
  withdrawn: 'gray',
}

/**
 * Offers, each with its person, amount, last day and state; below 1024 px as cards. It marks offers whose
 * turn is ours, and mutes ended ones.
 */
export function OfferTable({ offers, today }: { offers: ListedOffer[]; today: string }) {
  return (
    <Table className="max-lg:block">
      <TableHeader>
        <TableRow className="max-lg:sr-only [&_th]:py-1.5 [&_th]:pr-4 [&_th:first-child]:pl-2">
          <TableHead className="w-1/4">Who</TableHead>
          <TableHead>What</TableHead>
          <TableHead className="w-28 text-right">Amount</TableHead>
          <TableHead className="w-28">Sent</TableHead>
          <TableHead className="w-32">Last day</TableHead>
          <TableHead className="w-40">State</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody className="max-lg:block">
        {offers.map((offer) => (
          <Row key={offer.id} offer={offer} today={today} />
        ))}
      </TableBody>
    </Table>
  )
}

function Row({ offer, today }: { offer: ListedOffer; today: string }) {
  const { id, request_id, name, email, title, total_cents, sent_at, valid_until, days_left, state, is_ours } =
    offer
  const who = name ?? email
  const isOver = !is_ours && state !== 'open' && state !== 'draft'
  return (
    <TableRow
      className={cn(
        is_ours && 'bg-primary/15',
        isOver && 'text-muted-foreground',
        'max-lg:-mx-2 max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:gap-x-4 max-lg:gap-y-0.5 max-lg:px-2 max-lg:py-3 lg:[&_td]:py-2.5 lg:[&_td]:pr-4 lg:[&_td]:align-top lg:[&_td:first-child]:pl-2',
      )}
    >
      <TableCell>
        <a
          href={`${paths.offers}/${request_id ?? id}`}
          className="font-medium text-brand underline underline-offset-3"
        >
          <bdi>{who}</bdi>
        </a>
        {name && <span className="block text-muted-foreground">{email}</span>}
        {!request_id && <span className="block text-muted-foreground">Their details were erased.</span>}
      </TableCell>
      <TableCell className="max-lg:row-start-2">
        <bdi>{title || 'No title yet'}</bdi>
      </TableCell>
      <TableCell className="text-right tabular-nums max-lg:row-start-2">
        {total_cents === null ? '–' : formatCents(total_cents)}
      </TableCell>
      <TableCell className="max-lg:col-span-2 max-lg:row-start-3">
        {sent_at ? (
          <>
            <span className="lg:hidden">Sent </span>
            {shortDate(dateAt(new Date(sent_at)), today)}
          </>
        ) : (
          'Not sent'
        )}
      </TableCell>
      <TableCell className="max-lg:col-span-2 max-lg:row-start-4">
        {valid_until && (
          <>
            <span className="lg:hidden">Last day </span>
            {shortDate(valid_until, today)}
            {state === 'open' && days_left !== null && (
              <span className={cn('lg:block', days_left < 2 && 'text-destructive')}>
                {' '}
                ({describeLeft(days_left)})
              </span>
            )}
          </>
        )}
      </TableCell>
      <TableCell
        className={
          offer.accepted_at ? 'max-lg:col-span-2' : 'max-lg:col-start-2 max-lg:row-start-1 max-lg:text-right'
        }
      >
        {isOver && state !== 'accepted' ? (
          <span className="capitalize">{state}</span>
        ) : (
          <Badge variant={tones[state]}>{state}</Badge>
        )}
        {is_ours && <span className="ml-2 font-medium text-foreground">to answer</span>}
        <AcceptedOffer offer={offer} who={who} today={today} />
      </TableCell>
    </TableRow>
  )
}

/** An accepted offer: its kept data, and the end of the keeping period. */
function AcceptedOffer({ offer, who, today }: { offer: ListedOffer; who: string; today: string }) {
  const { id, accepted_at, keep_until } = offer
  if (!accepted_at || !keep_until) return null
  return (
    <span className="mt-0.5 grid justify-items-start gap-1 text-muted-foreground">
      <span>
        {shortDate(dateAt(new Date(accepted_at)), today)}, kept until {formatDate(keep_until)}
      </span>
      <a href={`${paths.export}/${id}.json`} className="text-brand underline underline-offset-3">
        Their data<span className="sr-only">: {who}</span>
      </a>
      {keep_until < today && <DeleteOffer id={id} of={who} />}
    </span>
  )
}

/** 'Tue 1 Dec', with the year when it is not this one. */
function shortDate(date: string, today: string): string {
  return date.slice(0, 4) === today.slice(0, 4) ? formatShortDate(date) : formatDate(date)
}

/** '3 days left'. */
function describeLeft(days: number): string {
  if (days === 0) return 'ends today'
  return days === 1 ? 'ends tomorrow' : `${days} days left`
}
