import { KEPT_CALLS } from '@/lib/booking/kept-calls'
import { dateAt, STUDIO_ZONE, timeAt } from '@/lib/dates'

/**
 * A script for the page's HTML. Before the first paint it counts the calls that this browser keeps
 * and that are not over at `now`, for `.kept-space` in booking.css. In a style sheet of its own,
 * because React knows nothing of it.
 */
export function reserveKeptCalls(now = new Date()): string {
  const clock = dateAt(now) + timeAt(now, STUDIO_ZONE)
  return (
    `try{var n=JSON.parse(localStorage.getItem('${KEPT_CALLS}')).filter(function(c){return c.date+c.end_time>'${clock}'}).length,s=new CSSStyleSheet();` +
    "if(n){s.replaceSync(':root{--kept-calls:'+n+'}');document.adoptedStyleSheets=[s]}}catch(e){}"
  )
}
