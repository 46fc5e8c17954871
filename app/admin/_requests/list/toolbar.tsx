'use client'

import { outcomes } from '@/lib/requests/request'
import { filters, orders, type RequestsView, searchFor } from '@/lib/requests/view'
import { MenuSelect } from './menu-select'
import { SearchBox } from './search-box'
import { outcomeNames, titleOf } from '../labels'

interface ToolbarProps {
  view: RequestsView
  /** Whether other rows are on their way. */
  loading: boolean
  onView: (view: RequestsView) => void
}

/** Search and filters; on a small screen, where the table has no header, also the order. */
export function Toolbar({ view, loading, onView }: ToolbarProps) {
  const narrow = (change: Partial<RequestsView>) => onView({ ...view, ...change, page: 1 })
  return (
    <div
      role="search"
      aria-label="Bookings and inquiries"
      className="grid grid-cols-2 gap-2 md:grid-cols-5 xl:flex"
    >
      <SearchBox value={view.q} loading={loading} onSearch={(q) => onView(searchFor(view, q))} />
      <MenuSelect
        label="Type"
        value={view.type}
        options={[
          { value: null, label: 'All types' },
          { value: 'booking', label: 'Bookings' },
          { value: 'inquiry', label: 'Inquiries' },
        ]}
        onChange={(type) => narrow({ type })}
      />
      <MenuSelect
        label="Status"
        value={view.status}
        options={[
          { value: null, label: 'All statuses' },
          ...filters.status.map((value) => ({ value, label: titleOf(value) })),
        ]}
        onChange={(status) => narrow({ status })}
      />
      <MenuSelect
        label="Who answers"
        value={view.owner}
        options={[
          { value: null, label: 'Anybody’s' },
          { value: 'mine', label: 'Mine' },
        ]}
        onChange={(owner) => narrow({ owner })}
      />
      <MenuSelect
        label="Outcome"
        value={view.outcome}
        options={[
          { value: null, label: 'All outcomes' },
          { value: 'undecided', label: 'Not said yet' },
          ...outcomes.map((value) => ({ value, label: outcomeNames[value] })),
          { value: 'quoted', label: 'Quoted' },
          { value: 'won', label: 'Won' },
        ]}
        onChange={(outcome) => narrow({ outcome })}
      />
      <MenuSelect
        label="Order"
        className="max-md:col-span-full xl:hidden"
        value={view.sort}
        options={orders.map((value) => ({
          value,
          label: value.startsWith('-') ? `${titleOf(value.slice(1))} ↓` : `${titleOf(value)} ↑`,
        }))}
        onChange={(sort) => narrow({ sort })}
      />
    </div>
  )
}
