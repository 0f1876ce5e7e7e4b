//! Letters to players, through the host's mail server.

use crate::config::Config;
use crate::post::{Failed, News};
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use std::time::Duration;

/// How long a mail server may take for each of its answers.
const PATIENCE: Duration = Duration::from_secs(20);

/// The way to the host's mail server. Each message has a connection of its own: they are few.
pub(crate) struct Mailer {
    server: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// The name of this server, under which it greets and numbers its messages.
    host: String,
}

impl Mailer {
    /// As the settings say; nothing if they name no mail server. What is wrong with them is told without the password.
    pub(crate) fn of(config: &Config) -> Result<Option<Mailer>, String> {
        let Some(smtp) = &config.smtp else { return Ok(None) };
        let from = config.mail_from.as_ref().ok_or("mail needs a sender (--mail-from)")?;
        let from = from.parse().map_err(|_| format!("'{from}' is no mail address (--mail-from)"))?;
        let wrong = |_| "--smtp is not of the form smtps://user:password@host:port".to_owned();
        let server = AsyncSmtpTransport::<Tokio1Executor>::from_url(&smtp.0).map_err(wrong)?;
        let host = config.public_host().unwrap_or("localhost").to_owned();
        let greeting = ClientId::Domain(host.split(':').next().unwrap_or_default().to_owned());
        let server = server.timeout(Some(PATIENCE)).hello_name(greeting).build();
        Ok(Some(Mailer { server, from, host }))
    }

    pub(crate) async fn send(&self, to: &Address, letter: Letter) -> Result<(), Failed> {
        let message =
            self.message(to, letter).map_err(|_| Failed::for_good("the message cannot be written"))?;
        self.server.send(message).await.map(drop).map_err(|e| {
            // A mail server likes to repeat the address in its answer, so that no more than its number is told.
            let why = match e.status() {
                Some(code) => format!("the mail server answered {code}"),
                None if e.is_tls() => "TLS with the mail server failed".to_owned(),
                None => "the mail server does not answer".to_owned(),
            };
            Failed { why, for_good: e.is_permanent() }
        })
    }

    fn message(&self, to: &Address, letter: Letter) -> Result<Message, lettre::error::Error> {
        let number = getrandom::u64().unwrap_or_default();
        let raw =
            |name: &'static str, value: String| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to.clone()))
            .subject(letter.subject)
            .date_now()
            .message_id(Some(format!("<{number:016x}.tallyho@{}>", self.host)))
            .raw_header(raw("Auto-Submitted", "auto-generated".into()));
        if let Some(stop) = letter.stop {
            message = message
                .raw_header(raw("List-Unsubscribe", format!("<{stop}>")))
                .raw_header(raw("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".into()));
        }
        message.header(ContentType::TEXT_PLAIN).body(letter.body)
    }
}

/// What is written to somebody. Nothing that players wrote is in it, or strangers could have the server send words of theirs to
/// anybody.
pub(crate) struct Letter {
    subject: String,
    body: String,
    /// The way to get no more of these.
    stop: Option<String>,
}

impl Letter {
    /// Tells a player of their turn.
    pub(crate) fn turn(News { game, link, stop, .. }: &News) -> Letter {
        Letter {
            subject: format!("Your turn in {game}"),
            body: format!(
                "It is your turn in {game}:\r\n{link}\r\n\r\n\
                 Open it in the browser in which you play.\r\n\r\n\
                 You get this because you confirmed it. No more of these:\r\n{stop}\r\n"
            ),
            stop: Some(stop.clone()),
        }
    }

    /// Asks whether an address belongs to whoever gave it.
    pub(crate) fn question(game: &str, link: &str) -> Letter {
        Letter {
            subject: format!("Shall we tell you of your turns in {game}?"),
            body: format!(
                "Somebody who plays {game} wants to be told at this address when it is their turn.\r\n\r\n\
                 If that was you, say yes here:\r\n{link}\r\n\r\n\
                 If not, do nothing, and no more will come.\r\n"
            ),
            stop: None,
        }
    }
}
