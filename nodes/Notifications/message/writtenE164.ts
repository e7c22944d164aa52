import {
	type CountryCode,
	getCountries,
	getCountryCallingCode,
	Metadata,
	type NumberingPlan,
} from 'libphonenumber-js/min';

/** Left out of the library's types. */
type Plan = NumberingPlan & { nationalPrefixForParsing(): string | undefined };

const MAX_CALLING_CODE = 3;

/** The plans of the countries that share a calling code, made when the first number asks for them. */
let plansByCode: Map<string, CountryPlan[]> | undefined;

interface CountryPlan {
	/** Possible lengths of a national number. */
	lengths: number[];
	/** What the library might take off the beginning of a national number. */
	prefix: RegExp | undefined;
}

/**
 * Whether a text is E.164 already, as most systems store it. Then it is its own result, and parsing
 * it, which takes longer than all else about a message, can be left out.
 *
 * @returns false also where only parsing can tell: a length that is not possible in every country of
 *   the calling code, or a beginning that may be a national prefix
 */
export function isWrittenE164(text: string): boolean {
	if (!/^\+[1-9]\d{6,14}$/.test(text)) return false;
	plansByCode ??= allPlans();
	for (let end = 2; end <= 1 + MAX_CALLING_CODE; end++) {
		const plans = plansByCode.get(text.slice(1, end));
		// No calling code begins with another one.
		if (plans) return isNationalOf(plans, text.slice(end));
	}
	return false;
}

function isNationalOf(plans: CountryPlan[], number: string): boolean {
	for (const { lengths, prefix } of plans) {
		if (!lengths.includes(number.length) || prefix?.test(number)) return false;
	}
	return true;
}

function allPlans(): Map<string, CountryPlan[]> {
	const plans = new Map<string, CountryPlan[]>();
	for (const country of getCountries()) {
		const code = getCountryCallingCode(country);
		plans.set(code, [...(plans.get(code) ?? []), planOf(country)]);
	}
	return plans;
}

function planOf(country: CountryCode): CountryPlan {
	const metadata = new Metadata();
	metadata.selectNumberingPlan(country);
	const plan = metadata.numberingPlan as Plan;
	const prefix = plan.nationalPrefixForParsing();
	return {
		lengths: plan.possibleLengths(),
		prefix: prefix ? new RegExp(`^(?:${prefix})`) : undefined,
	};
}
