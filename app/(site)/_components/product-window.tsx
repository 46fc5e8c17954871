import { Contours } from '@/components/site/contours'

const rows = [
  ['New customer', 'Welcome'],
  ['Booking moved', 'Done'],
  ['Invoice paid', 'Paid'],
]
const times = ['9:00', '9:30', '10:00', '11:30', '1:00', '2:30']

/** Where a piece stands in the order of settling. */
const order = (at: number) => ({ '--order': at }) as React.CSSProperties

/** A product taking shape: wireframe blocks settle once into finished screens. A drawing, so it is hidden from readers. */
export function ProductWindow() {
  return (
    <div aria-hidden className="product">
      <Contours className="top-1/2 left-1/2 w-[285%] -translate-x-1/2 -translate-y-1/2" />
      <div className="product-app">
        <div className="product-bar">
          <i />
          <i />
          <i />
          <span>Your product</span>
        </div>
        <div className="product-side piece" style={order(0)}>
          <ul>
            <li data-on>Today</li>
            <li>Bookings</li>
            <li>Customers</li>
          </ul>
        </div>
        <div className="product-head piece" style={order(1)}>
          <p>
            <b>Today</b>
            <span>New booking</span>
          </p>
        </div>
        <div className="product-chart piece" style={order(2)}>
          <svg viewBox="0 0 100 40" width={100} height={40} preserveAspectRatio="none">
            <path d="M0 33c8-1 12-5 19-6s11 3 18 1 11-11 19-13 12 5 19 2 13-11 25-13v36H0z" />
            <path d="M0 33c8-1 12-5 19-6s11 3 18 1 11-11 19-13 12 5 19 2 13-11 25-13" />
          </svg>
        </div>
        <div className="product-list piece" style={order(3)}>
          <ul>
            {rows.map(([what, state]) => (
              <li key={what}>
                <i />
                {what}
                <span>{state}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="product-phone">
        <div className="piece" style={order(4)}>
          <p>
            <b>Pick a time</b>
          </p>
        </div>
        <div className="product-times piece" style={order(5)}>
          <ul>
            {times.map((time) => (
              <li key={time} data-on={time === '11:30' || undefined}>
                {time}
              </li>
            ))}
          </ul>
        </div>
        <div className="piece" style={order(6)}>
          <p className="product-press">Book</p>
        </div>
      </div>
    </div>
  )
}
