// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/run_row.h"

#include "ui/widgets/elided_label.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr int kLineHeight = 36;
constexpr int kBarWidth = 160; ///< beside the text
constexpr std::size_t kMostSteps = 1'000'000'000;

QLabel* makeParagraph(const char* name, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

RunRow::RunRow(RunShape shape, const RunWords& words, QWidget* parent) : QWidget(parent)
{
    if (shape == RunShape::Paragraph) {
        m_paragraph = makeParagraph(words.textName, this);
        m_details = makeParagraph(words.detailsName, this);
        m_details->setProperty("quiet", true);
    } else {
        m_text = new ElidedLabel(this);
        m_text->setObjectName(QLatin1String(words.textName));
    }
    m_bar = new QProgressBar(this);
    m_bar->setObjectName(QLatin1String(words.barName));
    m_bar->setAccessibleName(words.progress);
    m_bar->setTextVisible(false);
    m_start = new QPushButton(words.start, this);
    m_start->setObjectName(QLatin1String(words.startName));
    m_stop = new QPushButton(words.stop, this);
    m_stop->setObjectName(QLatin1String(words.stopName));
    connect(m_start, &QPushButton::clicked, this, &RunRow::startAsked);
    connect(m_stop, &QPushButton::clicked, this, &RunRow::stopAsked);
    arrange(shape);
    setRunning(false);
}

void RunRow::arrange(RunShape shape)
{
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(16);
    auto* words = new QVBoxLayout;
    switch (shape) {
    case RunShape::Status:
        m_text->setProperty("quiet", true);
        m_text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_bar->setFixedWidth(kBarWidth);
        m_start->setProperty("primary", true);
        line->setSpacing(12);
        words->addWidget(m_text);
        line->addLayout(words, 1);
        line->addWidget(m_bar);
        break;
    case RunShape::Line: {
        words->setSpacing(4);
        words->setAlignment(Qt::AlignVCenter);
        words->addWidget(m_text);
        words->addWidget(m_bar);
        setFixedHeight(kLineHeight);
        m_start->setDefault(true);
        m_stop->setAutoDefault(false);
        const int width = std::max(m_start->sizeHint().width(), m_stop->sizeHint().width()) + 24;
        m_start->setMinimumWidth(width);
        m_stop->setMinimumWidth(width);
        line->addLayout(words, 1);
        break;
    }
    case RunShape::Paragraph:
        words->setSpacing(2);
        words->addWidget(m_paragraph);
        words->addWidget(m_details);
        words->addWidget(m_bar);
        line->addLayout(words, 1);
        break;
    }
    line->addWidget(m_start);
    line->addWidget(m_stop);
}

void RunRow::setRunning(bool running)
{
    const bool hadFocus = m_start->hasFocus() || m_stop->hasFocus();
    m_start->setVisible(!running);
    m_stop->setVisible(running);
    m_stop->setEnabled(running);
    m_bar->setVisible(running);
    if (hadFocus)
        (running ? m_stop : m_start)->setFocus();
}

void RunRow::setObstacle(const QString& why)
{
    setStartable(why.isEmpty());
    m_start->setToolTip(why);
    m_start->setAccessibleDescription(why);
}

void RunRow::setStartable(bool startable)
{
    m_start->setEnabled(startable);
}

void RunRow::say(const QString& text, const QString& details)
{
    if (m_text) {
        if (text != m_text->wholeText())
            m_text->setWholeText(text);
        return;
    }
    m_paragraph->setText(text);
    m_paragraph->setToolTip(text);
    m_details->setText(details);
    m_details->setToolTip(details);
}

QString RunRow::text() const
{
    return m_text ? m_text->wholeText() : m_paragraph->text();
}

void RunRow::showProgress(std::size_t done, std::size_t total)
{
    m_bar->setRange(0, static_cast<int>(std::min(total, kMostSteps)));
    m_bar->setValue(static_cast<int>(std::min(done, kMostSteps)));
}

QString durationText(double seconds)
{
    constexpr int kMinute = 60;
    constexpr double kMost = 1e7;
    if (!(seconds < kMost))
        return RunRow::tr("very long");
    const auto whole = static_cast<int>(std::ceil(std::max(0.0, seconds)));
    if (whole < kMinute)
        return RunRow::tr("%1 s").arg(whole);
    return RunRow::tr("%1 min %2 s").arg(whole / kMinute).arg(whole % kMinute);
}

} // namespace bubblescope::ui
