/**
 * Lists the content that is still a sample; renders nothing when there is none. `samples` comes
 * from `listSamples`, and the usual location
 * while that is one.
 */
export function Samples({ samples }: { samples: string[] }) {
  if (samples.length === 0) return null
  return (
    <details className="text-muted-foreground">
      <summary className="w-fit rounded hover:text-foreground">
        {samples.length === 1 ? '1 sample is' : `${samples.length} samples are`} still on the site
      </summary>
      <p className="mt-2 max-w-[37em]">
        Replace the words in the file, then delete its line <code>sample: true</code>: the mark on the page
        goes with it. What is in the settings is replaced there.
      </p>
      <ul className="mt-2 list-disc pl-5 [overflow-wrap:anywhere]">
        {samples.map((sample) => (
          <li key={sample}>{sample}</li>
        ))}
      </ul>
    </details>
  )
}
