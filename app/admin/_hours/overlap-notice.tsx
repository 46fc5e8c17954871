const SHOWN = 4

/** The form can be saved anyway. */
export function OverlapNotice({ sentences }: { sentences: string[] }) {
  const more = sentences.length - SHOWN
  return (
    <div role="status" className="not-has-[ul]:-mt-4">
      {sentences.length > 0 && (
        <ul className="grid gap-1 rounded-lg bg-status-yellow px-3 py-2 text-status-yellow-foreground">
          {sentences.slice(0, SHOWN).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          {more > 0 && <li>And {more} more like these.</li>}
        </ul>
      )}
    </div>
  )
}
