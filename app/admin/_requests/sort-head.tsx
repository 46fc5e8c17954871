import type { Header } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { TableHead } from '@/components/ui/table'
import type { AdminRequest } from '@/lib/requests/request'
import { cn } from '@/lib/utils'
import type { features } from './table-features'

interface SortHeadProps {
  header: Header<typeof features, AdminRequest>
  onSort: () => void
  children: React.ReactNode
}

/** The header of a column that can be sorted: its title as a button, with an arrow for the direction. */
export function SortHead({ header, onSort, children }: SortHeadProps) {
  const sorted = header.column.getIsSorted()
  const Arrow = sorted === 'desc' ? ArrowDown : ArrowUp
  return (
    <TableHead
      aria-sort={sorted ? (sorted === 'desc' ? 'descending' : 'ascending') : undefined}
      className={header.column.columnDef.meta?.width}
    >
      <button
        type="button"
        onClick={onSort}
        className={cn(
          'flex w-full items-center gap-1 rounded px-2 py-1.5 hover:bg-muted hover:text-foreground',
          sorted && 'text-foreground',
        )}
      >
        {children}
        <Arrow aria-hidden className={cn('size-3.5', !sorted && 'opacity-0')} />
      </button>
    </TableHead>
  )
}
