import { SettingsLine } from './settings-line'

/** The remaining samples (`listAllSamples`). Renders nothing if there are none. */
export function Samples({ samples }: { samples: string[] }) {
  if (samples.length === 0) return null
  return (
    <SettingsLine
      id="samples"
      title="Samples on the site"
      isWide
      verb="See"
      now={`${samples.length} left`}
      about={
        <p>
          Replace the words in the file, then delete its line <code>sample: true</code>: the mark on the page
          goes with it. What is in the settings is replaced there.
        </p>
      }
    >
      <ul className="list-disc pl-5 [overflow-wrap:anywhere]">
        {samples.map((sample) => (
          <li key={sample}>{sample}</li>
        ))}
      </ul>
    </SettingsLine>
  )
}
