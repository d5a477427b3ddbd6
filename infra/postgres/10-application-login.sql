-- Runs once, when the database is made: the login that the apps use. It owns nothing and may only become skucast_app and
-- skucast_system, which the first migration creates and grants to it.
\getenv password SKUCAST_APP_PASSWORD
CREATE ROLE skucast LOGIN NOINHERIT PASSWORD :'password';
