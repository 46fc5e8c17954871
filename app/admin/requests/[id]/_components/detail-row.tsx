interface DetailRowProps {
  name: React.ReactNode
  value: React.ReactNode
  /** The controls at the end of the row. */
  children?: React.ReactNode
}

/** A name and a value of the request's details. */
export function DetailRow({ name, value, children }: DetailRowProps) {
  return (
    <div className="flex min-h-10 items-center gap-3 py-0.5">
      <span className="w-26 shrink-0 text-muted-foreground">{name}</span>
      <span className="min-w-0 grow truncate">{value}</span>
      {children}
    </div>
  )
}
