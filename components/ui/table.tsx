import { cn } from '@/lib/utils'

/** The parts set their roles, because browsers drop the native ones when CSS shows rows as cards. */
export function Table({ className, ...props }: React.ComponentProps<'table'>) {
  return (
    <table
      role="table"
      className={cn('w-full table-fixed text-[0.8125rem] leading-5', className)}
      {...props}
    />
  )
}

export function TableHeader(props: React.ComponentProps<'thead'>) {
  return <thead role="rowgroup" {...props} />
}

export function TableBody(props: React.ComponentProps<'tbody'>) {
  return <tbody role="rowgroup" {...props} />
}

export function TableRow({ className, ...props }: React.ComponentProps<'tr'>) {
  return (
    <tr
      role="row"
      className={cn('border-b border-border/70 data-[state=selected]:bg-brand/8', className)}
      {...props}
    />
  )
}

export function TableHead({ className, ...props }: React.ComponentProps<'th'>) {
  return (
    <th
      role="columnheader"
      scope="col"
      className={cn('text-left font-medium whitespace-nowrap text-muted-foreground', className)}
      {...props}
    />
  )
}

export function TableCell({ className, ...props }: React.ComponentProps<'td'>) {
  return <td role="cell" className={cn('align-middle [overflow-wrap:anywhere]', className)} {...props} />
}
