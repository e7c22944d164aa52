export const notMain = () => {};
