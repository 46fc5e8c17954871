interface DetailRowProps {
  name: React.ReactNode
  value: React.ReactNode
  /** The controls at the end of the row. */
  children?: React.ReactNode
}

/** A name and a value of the request's details. */
export function DetailRow({ name, value, children }: DetailRowProps) {
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 py-0.5">
      <span className="w-26 shrink-0 text-muted-foreground">{name}</span>
      <span className="min-w-0 grow basis-20 truncate">{value}</span>
      {children}
    </div>
  )
}
