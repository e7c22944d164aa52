import { isRedirect, isSuccess } from '../../../nodes/shared/status';

/* The classes of statuses, and what each says about delivery, are in `http/retry.test.ts`. */

it.each([
	{ status: 199, success: false, redirect: false },
	{ status: 200, success: true, redirect: false },
	{ status: 300, success: false, redirect: true },
])('$status: success $success, redirect $redirect', ({ status, success, redirect }) => {
	expect(isSuccess(status)).toBe(success);
	expect(isRedirect(status)).toBe(redirect);
});
