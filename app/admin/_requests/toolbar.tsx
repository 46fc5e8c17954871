'use client'

import { filters, type RequestsView, sortColumns } from '@/lib/requests/view'
import { MenuSelect } from './menu-select'
import { SearchBox } from './search-box'
import { columnTitles } from './labels'

interface ToolbarProps {
  view: RequestsView
  /** Whether other rows are on their way. */
  loading: boolean
  onView: (view: RequestsView) => void
}

const ANY = 'any'

/** Search and filters; on a small screen, where the table has no header, also the order. */
export function Toolbar({ view, loading, onView }: ToolbarProps) {
  const narrow = (change: Partial<RequestsView>) => onView({ ...view, ...change, page: 1 })
  const orders = sortColumns.flatMap((sort) => [
    { value: sort, label: `${columnTitles[sort]} ↑`, sort, descending: false },
    { value: `-${sort}`, label: `${columnTitles[sort]} ↓`, sort, descending: true },
  ])
  return (
    <div role="search" aria-label="Bookings and inquiries" className="grid grid-cols-2 gap-2 md:flex">
      <SearchBox value={view.q} loading={loading} onSearch={(q) => narrow({ q })} />
      <MenuSelect
        label="Type"
        value={view.type ?? ANY}
        options={[
          { value: ANY, label: 'All types' },
          { value: 'booking', label: 'Bookings' },
          { value: 'inquiry', label: 'Inquiries' },
        ]}
        onChange={(value) => narrow({ type: filters.type.find((type) => type === value) ?? null })}
      />
      <MenuSelect
        label="Status"
        value={view.status ?? ANY}
        options={[
          { value: ANY, label: 'All statuses' },
          ...filters.status.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) })),
        ]}
        onChange={(value) => narrow({ status: filters.status.find((status) => status === value) ?? null })}
      />
      <MenuSelect
        label="Order"
        className="max-md:col-span-full xl:hidden"
        value={(view.descending ? '-' : '') + view.sort}
        options={orders}
        onChange={(value) => {
          const order = orders.find((order) => order.value === value)
          if (order) narrow({ sort: order.sort, descending: order.descending })
        }}
      />
    </div>
  )
}
