/**
 * What the user can do about a failure, in the words on the screen. The HTTP layer knows neither the
 * credential nor the fields of the nodes, so the caller passes the advice along with each request. A key
 * that is a number is the HTTP status that the advice is for.
 */
export type Advice = Readonly<Partial<Record<number | AdviceTopic, string>>>;

type AdviceTopic =
	| 'address' // which field holds the address of the service
	| 'token' // how to enter a valid token
	| 'permission' // what to check if the token is valid but does not allow this
	| 'rateLimit' // what to do about too many requests
	| 'refused' // which fields of the node to check
	| 'silence' // how to wait longer for the service to send something
	| 'duration' // how to allow more time for a whole response
	| 'tooLarge'; // how to get a smaller response
