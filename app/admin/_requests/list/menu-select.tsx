'use client'

import { ChevronDown } from 'lucide-react'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { cn } from '@/lib/utils'

interface MenuSelectProps<Value> {
  label: string
  value: Value
  options: { value: Value; label: string }[]
  onChange: (value: Value) => void
  className?: string
}

/** A menu to choose one of a few values. Its button shows the chosen one. */
export function MenuSelect<Value extends string | number | null>({
  label,
  value,
  options,
  onChange,
  className,
}: MenuSelectProps<Value>) {
  const chosen = options.find((option) => option.value === value)?.label
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={`${label}: ${chosen}`}
        className={cn(
          'flex h-9 items-center justify-between gap-2 rounded-lg border border-input bg-card px-2.5 whitespace-nowrap hover:border-foreground md:min-w-32',
          className,
        )}
      >
        <span>{chosen}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup value={chosen}>
          {options.map(({ value, label }) => (
            <DropdownMenuRadioItem key={label} value={label} onSelect={() => onChange(value)}>
              {label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
