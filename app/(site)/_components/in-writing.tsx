import { inWriting } from '@/lib/content/home'
import { clauses, offerTerms } from '@/lib/content/offer'

export function InWriting() {
  const { title, lead, questions } = inWriting
  return (
    <div className="in-writing wrap grid-12 section">
      <div className="lg:col-span-4">
        <h3>{title}</h3>
        <p>{lead}</p>
        {offerTerms.sample && <p className="tag tag-yellow">Sample terms</p>}
      </div>
      <dl className="lg:col-span-8">
        <div>
          <dt>{questions.acceptance}</dt>
          <dd>{clauses.acceptance}</dd>
        </div>
        <div>
          <dt>{questions.payment}</dt>
          {offerTerms.payments.map(({ text, percent }) => (
            <dd key={text}>
              <b>{percent}%</b> {text}
            </dd>
          ))}
          <dd>{clauses.invoices}</dd>
        </div>
        {(['lateness', 'mending', 'ownership', 'ending'] as const).map((clause) => (
          <div key={clause}>
            <dt>{questions[clause]}</dt>
            <dd>{clauses[clause]}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
