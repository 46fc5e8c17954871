export function DetailRow({
  name,
  value,
  children,
}: {
  name: React.ReactNode
  value: React.ReactNode
  children?: React.ReactNode
}) {
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 py-0.5">
      <span className="w-26 shrink-0 text-muted-foreground">{name}</span>
      <span className="min-w-0 grow basis-20 truncate">{value}</span>
      {children}
    </div>
  )
}
