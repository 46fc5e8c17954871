import { Badge } from '@/components/ui/badge'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { dateAt, formatDate, formatShortDate } from '@/lib/dates'
import type { OfferList } from '@/lib/offers/list'
import { formatAmount } from '@/lib/money'
import type { OfferState } from '@/lib/offers/state'
import { cn } from '@/lib/utils'
import { paths } from '@/lib/paths'

type ListedOffer = OfferList['offers'][number]

const tones: Record<OfferState, React.ComponentProps<typeof Badge>['variant']> = {
  draft: 'gray',
  open: 'yellow',
  expired: 'gray',
  accepted: 'green',
  declined: 'red',
  withdrawn: 'gray',
}

/** Offers that wait for the studio's answer are tinted, ended ones are muted. */
export function OfferTable({ offers, today }: { offers: ListedOffer[]; today: string }) {
  return (
    <Table className="max-lg:block">
      <TableHeader>
        <TableRow className="max-lg:sr-only [&_th]:h-8 [&_th]:pr-4 [&_th:first-child]:pl-2">
          <TableHead className="w-48 xl:w-58">Who</TableHead>
          <TableHead>What</TableHead>
          <TableHead className="w-28 text-right">Amount</TableHead>
          <TableHead className="w-34">Sent</TableHead>
          <TableHead className="w-24">State</TableHead>
          <TableHead className="w-40">Now</TableHead>
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
  const { id, request_id, name, email, title, total_cents, sent_at, version, state, is_ours, went_out } =
    offer
  /** True for a version that the visitor can accept, but does not have yet. */
  const isUnsent = state === 'open' && !went_out
  const isOver = !is_ours && state !== 'open' && state !== 'draft'
  return (
    <TableRow
      className={cn(
        is_ours && 'bg-primary/15',
        isOver && 'text-muted-foreground',
        'max-lg:-mx-2 max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:gap-x-4 max-lg:px-2 max-lg:py-1.5 lg:h-9 lg:[&_td]:pr-4 lg:[&_td:first-child]:pl-2',
      )}
    >
      <TableCell className="truncate">
        <a
          href={`${paths.offers}/${request_id ?? id}`}
          title={email}
          className={cn('rounded hover:underline max-lg:block', !isOver && 'font-semibold')}
        >
          <bdi>{name ?? email}</bdi>
        </a>
      </TableCell>
      <TableCell className="truncate max-lg:row-start-2">
        <bdi title={title ?? undefined}>{title || 'No title yet'}</bdi>
      </TableCell>
      <TableCell className={cn('text-right tabular-nums max-lg:row-start-2', !isOver && 'font-semibold')}>
        {total_cents === null ? '–' : formatAmount(total_cents)}
      </TableCell>
      <TableCell className="max-lg:row-start-3 max-lg:text-right max-lg:text-xs">
        {sent_at && !isUnsent ? (
          <>
            <span className="lg:hidden">sent </span>
            {shortDate(sent_at, today)}
            {version !== null && version > 1 && `, version ${version}`}
          </>
        ) : (
          'Not sent'
        )}
      </TableCell>
      <TableCell className="max-lg:col-start-2 max-lg:row-start-1 max-lg:text-right">
        {isOver && state !== 'accepted' ? (
          <span className="capitalize">{state}</span>
        ) : (
          <Badge variant={tones[state]}>{isUnsent ? 'made' : state}</Badge>
        )}
      </TableCell>
      <TableCell className="truncate max-lg:col-start-1 max-lg:row-start-3 max-lg:text-xs">
        <Now offer={offer} today={today} />
      </TableCell>
    </TableRow>
  )
}

/** 'ends tomorrow', '20 days left, 13 Dec', 'to answer, 23 Nov' or 'until 20 Nov'. */
function Now({ offer, today }: { offer: ListedOffer; today: string }) {
  const { request_id, state, is_ours, accepted_at, keep_until, valid_until, days_left } = offer
  const last = valid_until && shortDay(valid_until, today)
  const date = accepted_at ? shortDate(accepted_at, today) : state === 'expired' ? `until ${last}` : ''
  if (keep_until && keep_until < today) return 'can be deleted'
  if (!request_id) return 'details erased'
  if (is_ours) return <b className="font-semibold">{date ? `to answer, ${date}` : 'to answer'}</b>
  if (state !== 'open' || days_left === null) return date
  if (days_left > 1) return `${days_left} days left, ${last}`
  return (
    <span className="font-medium text-destructive">{days_left === 0 ? 'ends today' : 'ends tomorrow'}</span>
  )
}

/** '1 Dec', or '1 Dec 2025' if the year is not the present one. */
function shortDay(date: string, today: string): string {
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  return (isThisYear ? formatShortDate(date) : formatDate(date)).replace(/^\w+ /, '')
}

const shortDate = (instant: string, today: string) => shortDay(dateAt(new Date(instant)), today)
