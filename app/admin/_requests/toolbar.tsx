'use client'

import { Search } from 'lucide-react'
import { useId } from 'react'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { sortColumns } from '@/lib/requests/table'
import { defaultView, filters, pageSizes, type TableView } from '@/lib/requests/view'
import { columnTitles } from './columns'
import type { ChangeView } from './use-table-view'

interface ToolbarProps {
  view: TableView
  onChange: ChangeView
}

/** Search, filters and page size; on a small screen, where the table has no header, also the order. */
export function Toolbar({ view, onChange }: ToolbarProps) {
  const narrow = (change: Partial<TableView>) => onChange((view) => ({ ...view, ...change, page: 1 }))
  const order = (view.descending ? '-' : '') + view.sort
  return (
    <div role="search" aria-label="Bookings and inquiries" className="grid grid-cols-2 gap-2 md:flex">
      <label className="relative col-span-full flex-1">
        <span className="sr-only">Search</span>
        <Search
          aria-hidden
          className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground"
        />
        <Input
          type="search"
          placeholder="Search"
          maxLength={200}
          value={view.q}
          onChange={(event) => narrow({ q: event.target.value })}
          density="dense"
          className="w-full pl-9"
        />
      </label>
      <Choice
        label="Type"
        value={view.type ?? ''}
        onChange={(value) => narrow({ type: filters.type.find((type) => type === value) ?? null })}
      >
        <option value="">All types</option>
        <option value="booking">Bookings</option>
        <option value="inquiry">Inquiries</option>
      </Choice>
      <Choice
        label="Status"
        value={view.status ?? ''}
        onChange={(value) => narrow({ status: filters.status.find((status) => status === value) ?? null })}
      >
        <option value="">All statuses</option>
        {filters.status.map((status) => (
          <option key={status} value={status}>
            {status[0]?.toUpperCase() + status.slice(1)}
          </option>
        ))}
      </Choice>
      <Choice
        label="Order"
        className="xl:hidden"
        value={order}
        onChange={(value) =>
          narrow({
            sort: sortColumns.find((column) => value.endsWith(column)) ?? defaultView.sort,
            descending: value.startsWith('-'),
          })
        }
      >
        {sortColumns.flatMap((column) => [
          <option key={column} value={column}>{`${columnTitles[column]} ↑`}</option>,
          <option key={`-${column}`} value={`-${column}`}>{`${columnTitles[column]} ↓`}</option>,
        ])}
      </Choice>
      <Choice
        label="Rows"
        value={String(view.size)}
        onChange={(value) =>
          narrow({ size: pageSizes.find((size) => String(size) === value) ?? defaultView.size })
        }
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>{`${size} rows`}</option>
        ))}
      </Choice>
    </div>
  )
}

function Choice({
  label,
  className,
  onChange,
  ...props
}: Omit<React.ComponentProps<'select'>, 'onChange'> & { label: string; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <NativeSelect
        id={id}
        density="dense"
        className="max-md:w-full"
        onChange={(event) => onChange(event.target.value)}
        {...props}
      />
    </div>
  )
}
